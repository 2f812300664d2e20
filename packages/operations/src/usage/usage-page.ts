import {
  type AskedPage,
  type Clock,
  type Entitlements,
  type Environment,
  type Page,
  type Retention,
  readCursor,
  type UsageLog,
  type UsageQuery,
  type UsageRow,
  type Viewer,
  writeCursor,
} from '@parakh/core'
import * as z from 'zod'

const DAY_MS = 86_400_000
const MOST_ROWS = 1_000
/** The time of the last returned row, and how many rows of that millisecond were returned. */
const Place = z.tuple([z.int(), z.int().min(0).max(MOST_ROWS)])

/** A query for the usage log. */
export interface UsageAsked {
  readonly accountId: string
  readonly environment: Environment
  readonly from?: Date
  readonly until?: Date
  readonly filters: Pick<UsageQuery, 'keyId' | 'endpoints' | 'outcome' | 'status' | 'requestId'>
}
/** What the usage log is read by. */
export interface UsageServices {
  readonly clock: Clock
  readonly retention: Retention
  readonly usageLog: UsageLog
}

/** Refuses an account that is not entitled to the log of production. @throws The error of whoever refuses it, such as `PLAN_FEATURE_REQUIRED`. */
export async function requireLog(
  { viewer, entitlements }: { readonly viewer: Viewer; readonly entitlements: Entitlements },
  environment: Environment,
): Promise<void> {
  if (viewer.accountId !== null && environment === 'production') await entitlements.require(viewer.accountId, 'logs')
}

/** The beginning of the visible log, in milliseconds since 1970. */
export const visibleFrom = ({ clock, retention }: Pick<UsageServices, 'clock' | 'retention'>): number =>
  clock.now().getTime() - retention.usageVisibleDays * DAY_MS

/**
 * A page of the usage log, within what the retention lets be seen.
 *
 * @throws `CURSOR_INVALID`
 */
export async function usagePage(
  { clock, retention, usageLog }: UsageServices,
  { accountId, environment, from, until, filters }: UsageAsked,
  page: AskedPage,
): Promise<Page<UsageRow>> {
  const now = clock.now().getTime()
  const visible = visibleFrom({ clock, retention })
  const place = page.cursor === null ? null : readCursor(page.cursor, Place)
  const query: UsageQuery = {
    ...filters,
    from: Math.max(from?.getTime() ?? visible, visible),
    // The bound is exclusive: add a millisecond to include rows of this one.
    until: place ? place[0] + 1 : (until?.getTime() ?? now + 1),
    ...{ skip: place?.[1] ?? 0, limit: page.limit },
  }
  const { rows, next } = await usageLog.page({ accountId, environment }, query)
  return { items: rows, next: next && writeCursor([next.until - 1, next.skip]) }
}
