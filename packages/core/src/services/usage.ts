import type { Environment } from '../outcome.ts'
import { token } from '../token.ts'
import type { UsageEntry } from './billing/operations.ts'

/** The outcomes of calls by the usage log, without replays and refusals. */
export interface CallOutcomes {
  /** Calls that the source answered, including `none`. */
  readonly answered: number
  /** Calls that failed because of this server or the source. */
  readonly failed: number
}
/** Counters of requests, and outcomes of calls (decisions.md section 11). */
export interface Usage {
  /** Read without a scan. @param at Determines the day in Asia/Kolkata. */
  counts(accountId: string, environment: Environment, at: Date): Promise<{ today: number; total: number }>
  /** Production calls of a time span, of all accounts or one. Scans the usage log of that time span. @throws `ACCOUNT_NOT_FOUND` */
  outcomes(time: { readonly from: Date; readonly until: Date }, accountId: string | null): Promise<CallOutcomes>
}
/** The usage counters of a server. */
export const Usage = token<Usage>('core.usage')

/** A stored row of the usage log. */
export type UsageRow = Omit<UsageEntry, 'day' | 'counted'>
/** A query for a wallet's rows. */
export interface UsageQuery {
  /** Milliseconds since 1970, included. */
  readonly from: number
  /** Milliseconds since 1970, excluded. */
  readonly until: number
  /** The largest number of rows, 1 to 1,000. */
  readonly limit: number
  /** How many of the newest rows to skip: rows of one millisecond that the previous page has returned. */
  readonly skip?: number
  /** Of this key alone. */
  readonly keyId?: string
  /** Of one of these endpoints. */
  readonly endpoints?: readonly string[]
  readonly outcome?: UsageRow['outcome']
  /** HTTP status. */
  readonly status?: number
  readonly requestId?: string
  /** The times that may have a match of the filters, newest first: others are not read. Default: all. */
  readonly spans?: readonly UsageTimes[]
}
/** A time span, in milliseconds since 1970. */
export interface UsageTimes {
  readonly from: number
  /** Excluded. */
  readonly until: number
}
/** The beginning of the next page: `until` and `skip` of its query. */
export type UsagePlace = Required<Pick<UsageQuery, 'until' | 'skip'>>
/** A page of the usage log. It may have fewer rows than requested, or none, although another page follows. */
export interface UsagePage {
  readonly rows: readonly UsageRow[]
  /** Null: the last page. */
  readonly next: UsagePlace | null
}
/** The result of a purge of the usage log. */
export interface UsagePurge {
  /** Rows that were deleted one by one. */
  readonly rows: number
  /** Dropped partitions of whole months, if the log has partitions. */
  readonly partitions: readonly string[]
  /**
   * Nothing was dropped, because rows must be counted first, and a transaction that may still write some did not end within two seconds
   * (PostgreSQL; it may be of any database of the cluster). Try again later.
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
   * A page of a wallet's rows, newest first. It reads a bounded number of rows, so that calls do not wait for it: a selective filter
   * needs several pages.
   */
  page(wallet: UsageOwner, query: UsageQuery): Promise<UsagePage>
  /**
   * Rows of a request id in the wallets of all accounts, newest first: a look into an index for each wallet, so it is for people and not
   * for calls.
   *
   * @param query.from Milliseconds since 1970, included. `limit`: 1 to 1,000.
   */
  ofRequestId(requestId: string, query: Pick<UsageQuery, 'from' | 'limit'>): Promise<readonly UsageRow[]>
  /**
   * Creates the partitions of a month and those after it, if the log has partitions. Safe with concurrent processes; a row without a
   * partition of its month is written too.
   *
   * @param at Milliseconds since 1970.
   */
  prepare(at: number): Promise<void>
  /**
   * Drops rows older than a time while calls go on. A partition is dropped when all of its month is older.
   *
   * @param before Milliseconds since 1970.
   */
  purge(before: number): Promise<UsagePurge>
}

/** The usage log of a server. Features decorate it: whoever reads or purges it needs this token, not the store's part. */
export const UsageLog = token<UsageLog>('core.usage-log')

/**
 * The page of these rows, and the beginning of the next one.
 *
 * @param found At most `limit + 1` rows, newest first.
 */
export function usagePageOf(found: readonly UsageRow[], { until, skip = 0, limit }: UsageQuery): UsagePage {
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  if (!last || found.length <= limit) return { rows, next: null }
  const same = rows.filter(({ at }) => at === last.at).length
  return { rows, next: { until: last.at + 1, skip: same + (until === last.at + 1 ? skip : 0) } }
}

/** The newest rows of a wallet, over as many pages as needed. */
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
