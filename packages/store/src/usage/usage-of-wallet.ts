import type { Environment } from '@parakh/core'
import type { Knex } from 'knex'
import type { Database } from '../connection/database.ts'

/** Rows of one wallet in a span of time. */
export interface UsageSpan {
  readonly accountId: string
  readonly environment: Environment
  /** Milliseconds since 1970. */
  readonly from: number
  /** Milliseconds since 1970, excluded. */
  readonly until: number
  /** Rows of this request id alone. */
  readonly requestId?: string
}

/** The rows of a wallet in a span. An index gives them by their times, and another one those of a request id by theirs. */
export function usageOfWallet(
  { knex, table }: Pick<Database, 'knex' | 'table'>,
  { accountId, environment, from, until, requestId }: UsageSpan,
): Knex.QueryBuilder {
  const ofRequest = requestId === undefined ? {} : { request_id: requestId }
  return knex(table('usage'))
    .where({ account_id: accountId, environment, ...ofRequest })
    .where('at', '>=', from)
    .where('at', '<', until)
}
