import {
  Clock,
  type Environment,
  type Page,
  Store,
  type UsagePlace,
  type UsageQuery,
  type UsageRow,
} from '@parakh/core'
import * as z from 'zod'
import type { AdminContext } from './admin-route.ts'
import type { PageQuery } from './define-admin-list.ts'
import { invalidFields } from './request-parts.ts'

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

/**
 * A page of the usage log, within `retention.usageVisibleDays`.
 *
 * @throws AdminFault 422 for an invalid cursor.
 */
export async function usagePage(
  { host, config }: Pick<AdminContext, 'host' | 'config'>,
  { accountId, environment, from, until, filters }: UsageAsked,
  page: PageQuery,
): Promise<Page<UsageRow>> {
  const now = host.get(Clock).now().getTime()
  const visible = now - config.retention.usageVisibleDays * DAY_MS
  const place = page.cursor === null ? null : readPlace(page.cursor)
  const query: UsageQuery = {
    ...filters,
    from: Math.max(from?.getTime() ?? visible, visible),
    // The bound is exclusive: add a millisecond to include rows of this one.
    until: place ? place[0] + 1 : (until?.getTime() ?? now + 1),
    ...{ skip: place?.[1] ?? 0, limit: Math.min(page.limit, MOST_ROWS) },
  }
  const { rows, next } = await host.get(Store).usageLog.page({ accountId, environment }, query)
  return { items: rows, next: next && writePlace(next) }
}

function readPlace(cursor: string): z.output<typeof Place> {
  const [at, shown] = Buffer.from(cursor, 'base64url').toString().split(' ').map(Number)
  const place = Place.safeParse([at, shown])
  if (place.success) return place.data
  throw invalidFields({ cursor: 'must be the next_cursor of the page before' })
}

const writePlace = ({ until, skip }: UsagePlace): string => Buffer.from(`${until - 1} ${skip}`).toString('base64url')
