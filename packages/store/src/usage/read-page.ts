import { micro, type UsagePage, type UsageQuery, type UsageRow, usagePageOf } from '@parakh/core'
import * as z from 'zod'
import { Counted } from '../columns.ts'
import type { Database } from '../connection/database.ts'
import { type UsageSpan, usageOfWallet } from './usage-of-wallet.ts'

/** Rows that one page looks at: on SQLite all other reads of the process wait meanwhile. */
export const MOST_SCANNED = 20_000
/** Rows of one page. */
export const MOST_ROWS = 1_000

interface Row {
  readonly account_id: string
  readonly environment: UsageRow['environment']
  readonly key_id: string
  readonly reference: string
  readonly request_id: string
  readonly endpoint: string
  readonly status: number
  readonly outcome: UsageRow['outcome']
  readonly code: string | null
  readonly latency_ms: number
  readonly charged: number | string
  readonly ip: string
  readonly at: number | string
  readonly calls: number
}
const COLUMNS = [
  ...['account_id', 'environment', 'key_id', 'reference', 'request_id', 'endpoint', 'status', 'outcome', 'code'],
  ...['latency_ms', 'charged', 'ip', 'at', 'calls', 'id'],
]
const NEWEST_FIRST = ['at', 'id'].map((column) => ({ column, order: 'desc' as const }))
const Scanned = z.object({ rows: Counted, since: z.union([Counted, z.null()]) })

/**
 * The newest rows of a wallet in a time. With filters no more than `MOST_SCANNED` rows are read, of the times that may have a match: the
 * page says where the next one goes on. A request id alone needs no such bound, because an index has its rows in this order.
 */
export async function readPage(
  database: Database,
  wallet: Pick<UsageSpan, 'accountId' | 'environment'>,
  query: UsageQuery,
): Promise<UsagePage> {
  const { from, until, requestId } = query
  const limit = Math.min(query.limit, MOST_ROWS)
  const span: UsageSpan = { ...wallet, from, until, ...(requestId === undefined ? {} : { requestId }) }
  const asked = { ...query, limit }
  if (!isFiltered(query)) return usagePageOf(await select(database, span, { ...asked, limit: limit + 1 }), asked)
  const rows: UsageRow[] = []
  let left = MOST_SCANNED
  let { skip = 0 } = query
  for (const one of spansOf(span, query)) {
    const { rows: read, since } = await look(database, one, left)
    const reached = read === left && since !== null ? since : one.from
    const wanted = { ...asked, skip, limit: limit + 1 - rows.length }
    rows.push(...(await select(database, { ...one, from: reached }, wanted)))
    if (rows.length > limit) return usagePageOf(rows, asked)
    left -= read
    if (left === 0) return { rows, next: { until: reached, skip: 0 } }
    skip = 0
  }
  return { rows, next: null }
}

/** The times to read, newest first. An index has the rows of a request id, so all of them are read. */
const spansOf = (span: UsageSpan, { spans, requestId }: UsageQuery): readonly UsageSpan[] =>
  spans === undefined || requestId !== undefined
    ? [span]
    : spans
        .map(({ from, until }) => ({ ...span, from: Math.max(from, span.from), until: Math.min(until, span.until) }))
        .filter(({ from, until }) => from < until)

const isFiltered = ({ keyId, endpoints, outcome, status }: UsageQuery): boolean =>
  keyId !== undefined || endpoints !== undefined || outcome !== undefined || status !== undefined

/** How many of the newest rows of a span there are, up to a bound, and when the oldest of them was. */
async function look(database: Database, span: UsageSpan, most: number): Promise<z.output<typeof Scanned>> {
  const newest = usageOfWallet(database, span).select('at', 'id').orderBy(NEWEST_FIRST).limit(most)
  const row: unknown = await database.knex
    .from(newest.as('newest'))
    .first(database.knex.raw('count(*) as rows, min(at) as since'))
  return Scanned.parse(row)
}

async function select(database: Database, span: UsageSpan, query: UsageQuery): Promise<readonly UsageRow[]> {
  const { limit, skip = 0, keyId, endpoints, outcome, status } = query
  const asked = Object.entries({ key_id: keyId, outcome, status }).filter(([, value]) => value !== undefined)
  const rows = usageOfWallet(database, span).where(Object.fromEntries(asked))
  if (endpoints) rows.whereIn('endpoint', [...endpoints])
  if (skip > 0) rows.offset(skip)
  const found: readonly Row[] = await rows.orderBy(NEWEST_FIRST).limit(limit).select(COLUMNS)
  return found.map(fromRow)
}

/** Rows of a request id, of all wallets. Each wallet's are found by the index that has them by request id. */
export async function readRequest(
  { knex, table }: Database,
  requestId: string,
  { from, limit }: Pick<UsageQuery, 'from' | 'limit'>,
): Promise<readonly UsageRow[]> {
  const found: readonly Row[] = await knex({ w: table('wallet') })
    .join({ u: table('usage') }, (on) =>
      on.on('u.account_id', 'w.account_id').andOn('u.environment', 'w.environment').andOnVal('u.request_id', requestId),
    )
    .where('u.at', '>=', from)
    .orderBy(NEWEST_FIRST.map((order) => ({ ...order, column: `u.${order.column}` })))
    .limit(Math.min(limit, MOST_ROWS))
    .select(COLUMNS.map((column) => `u.${column}`))
  return found.map(fromRow)
}

const fromRow = (row: Row): UsageRow => ({
  accountId: row.account_id,
  environment: row.environment,
  keyId: row.key_id,
  reference: row.reference,
  requestId: row.request_id,
  endpoint: row.endpoint,
  status: row.status,
  outcome: row.outcome,
  code: row.code,
  latencyMs: row.latency_ms,
  charged: micro(Number(row.charged)),
  ip: row.ip,
  at: Number(row.at),
  ...(row.calls === 1 ? {} : { calls: row.calls }),
})
