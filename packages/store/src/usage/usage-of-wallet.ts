import type { Environment } from '@parakh/core'
import type { Knex } from 'knex'
import type { Database, Dialect } from '../connection/database.ts'
import { type FilledBehind, fillBehind, fillQueue } from '../connection/fill-behind.ts'

const USAGE: FilledBehind = {
  log: 'usage',
  table: 'usage_by_wallet',
  columns: ['account_id', 'environment', 'at'],
  id: 'usage_id',
  block: 1_024,
}

type Named = Pick<Database, 'table'>

/** Rows of one wallet in a span of time. */
export interface UsageSpan {
  readonly accountId: string
  readonly environment: Environment
  /** Milliseconds since 1970. */
  readonly from: number
  /** Milliseconds since 1970, excluded. */
  readonly until: number
  /** Rows with an id above this alone; all of them unless given. */
  readonly after?: number
  /** Rows of this request id alone: they are read by it. */
  readonly requestId?: string
}

/** What a connection whose batches write usage needs besides, on SQLite. */
export const usageQueue = (named: Named): string => fillQueue(named, USAGE)
/** The statements by which a batch on SQLite takes the rows of the log that are left into `usage_by_wallet`, once they make a block. */
export const indexUsage = (named: Named): readonly string[] => fillBehind(named, USAGE)

const REST = 'key_id reference request_id endpoint status outcome code latency_ms charged ip calls'
  .split(' ')
  .map((column) => `u.${column}`)
  .join(', ')

/**
 * A subquery that gives the rows of a wallet with all their columns. On SQLite it is the rows that are by account and time, and those of the last
 * block, which are read by their ids. Whoever selects `at` and `id` and orders by them, descending, has the two merged, and a limit ends both.
 */
export function usageOfWallet(
  { dialect, table }: Named & { readonly dialect: Dialect },
  { accountId, environment, from, until, after = 0 }: UsageSpan,
): { readonly text: string; readonly bindings: readonly (string | number)[] } {
  const usage = table('usage')
  const isOf = (alias: string, id: string): string =>
    `${alias}.account_id = ? and ${alias}.environment = ? and ${alias}.at >= ? and ${alias}.at < ? and ${alias}.${id} > ?`
  const bindings = [accountId, environment, from, until, after]
  const own = `u.account_id, u.environment, u.at, u.id, ${REST}`
  if (dialect === 'pg') return { text: `select ${own} from ${usage} u where ${isOf('u', 'id')}`, bindings }
  const through = `(select through_id from ${table('usage_by_wallet_through')})`
  // The index's own columns: by those of the log SQLite would sort anew.
  return {
    text: `select b.account_id, b.environment, b.at, b.usage_id as id, ${REST}
        from ${table('usage_by_wallet')} b cross join ${usage} u on u.id = b.usage_id
        where ${isOf('b', 'usage_id')} and b.usage_id <= ${through}
      union all select ${own} from ${usage} u not indexed
        where u.id > ${through} and ${isOf('u', 'id')}`,
    bindings: [...bindings, ...bindings],
  }
}

/** The same, to be selected from; of a request id by the index that has its rows by time. */
export function usageLogOf(database: Database, span: UsageSpan): Knex.Raw {
  const { text, bindings } =
    span.requestId === undefined ? usageOfWallet(database, span) : usageOfRequest(database, span)
  return database.knex.raw(`(${text}) as log`, [...bindings])
}

function usageOfRequest({ table }: Named, { accountId, environment, requestId = '', from, until }: UsageSpan) {
  return {
    text: `select * from ${table('usage')} where account_id = ? and environment = ? and request_id = ? and at >= ? and at < ?`,
    bindings: [accountId, environment, requestId, from, until],
  }
}
