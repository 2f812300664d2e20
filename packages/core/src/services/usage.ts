import type { Environment } from '../outcome.ts'
import { token } from '../token.ts'
import type { UsageEntry } from './billing/operations.ts'

/** Requests counted, never by a scan (decisions.md section 11). */
export interface Usage {
  /** @param at Decides which day it is in Asia/Kolkata. */
  counts(accountId: string, environment: Environment, at: Date): Promise<{ today: number; total: number }>
}
/** The usage counters of a server. */
export const Usage = token<Usage>('core.usage')

/** A row of the usage log, as it is kept. */
export type UsageRow = Omit<UsageEntry, 'day' | 'counted'>
/** Which rows of a wallet are asked for. */
export interface UsageQuery {
  /** Milliseconds since 1970, included. */
  readonly from: number
  /** Milliseconds since 1970, excluded. */
  readonly until: number
  /** Rows at most, 1 to 1,000. */
  readonly limit: number
  /** How many of the newest of them are left out: those of one millisecond that a page before this one had. */
  readonly skip?: number
  /** Of this key alone. */
  readonly keyId?: string
  /** Of one of these endpoints. */
  readonly endpoints?: readonly string[]
  readonly outcome?: UsageRow['outcome']
  /** HTTP status. */
  readonly status?: number
  readonly requestId?: string
}
/** Where the page after another one begins: `until` and `skip` of its query. */
export type UsagePlace = Required<Pick<UsageQuery, 'until' | 'skip'>>
/** A page of the usage log. It may have fewer rows than were asked for, or none, and another one behind it. */
export interface UsagePage {
  readonly rows: readonly UsageRow[]
  /** Null: that was all. */
  readonly next: UsagePlace | null
}
/** What a purge of the usage log dropped. */
export interface UsagePurge {
  /** Rows that were deleted one by one. */
  readonly rows: number
  /** Tables of whole months that were dropped, where the log is kept in such. */
  readonly partitions: readonly string[]
  /**
   * Nothing was dropped, because rows are counted first, and a transaction that may still write some did not end within two seconds:
   * one of any database of the cluster (PostgreSQL). To be tried again later.
   */
  readonly delayed?: true
}
interface UsageOwner {
  readonly accountId: string
  readonly environment: Environment
}
/** The rows of the usage log: written by `Billing`, read by account and time, dropped when they are past their retention. */
export interface UsageLog {
  /**
   * The newest rows of a wallet in a time, newest first. It looks at a bounded number of rows, so that calls do not wait for it: a filter that
   * matches few of them takes several pages.
   */
  page(wallet: UsageOwner, query: UsageQuery): Promise<UsagePage>
  /**
   * Makes room for the rows of a month and of those after it, where the log is kept by month. Safe when two processes do it at once;
   * a row without its month is written all the same.
   *
   * @param at Milliseconds since 1970.
   */
  prepare(at: number): Promise<void>
  /**
   * Drops rows older than a time, beside calls that go on. Where the log is kept by month, a month goes when all of it is older.
   *
   * @param before Milliseconds since 1970.
   */
  purge(before: number): Promise<UsagePurge>
}

/**
 * The page of rows of which one more was read than it has, and where the next one begins.
 *
 * @param found At most `limit` and one, newest first.
 */
export function usagePageOf(found: readonly UsageRow[], { until, skip = 0, limit }: UsageQuery): UsagePage {
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  if (!last || found.length <= limit) return { rows, next: null }
  const same = rows.filter(({ at }) => at === last.at).length
  return { rows, next: { until: last.at + 1, skip: same + (until === last.at + 1 ? skip : 0) } }
}

/** The newest rows of a wallet, by as many pages as it takes to have so many. */
export async function newestUsage(
  log: Pick<UsageLog, 'page'>,
  wallet: UsageOwner,
  query: UsageQuery,
): Promise<readonly UsageRow[]> {
  const rows: UsageRow[] = []
  for (let place: Partial<UsagePlace> | null = {}; place !== null && rows.length < query.limit; ) {
    const page: UsagePage = await log.page(wallet, { ...query, ...place, limit: query.limit - rows.length })
    rows.push(...page.rows)
    place = page.next
  }
  return rows
}
