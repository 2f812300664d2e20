import type { UsageEntry, UsageLog, UsageRow } from '@parakh/core'
import { micro } from '@parakh/core'
import type { Database } from '../connection/database.ts'
import { deleteOldRows } from './delete-old-rows.ts'
import { monthOf } from './months.ts'
import { addMonth, dropPartition, readPartitions } from './partitions.ts'
import { usageLogOf } from './usage-of-wallet.ts'

/** Months that are made ahead of time: so long may nobody look after the database. */
const MONTHS_AHEAD = 3
const MOST_ROWS = 1_000

interface Row {
  readonly account_id: string
  readonly environment: UsageEntry['environment']
  readonly key_id: string
  readonly reference: string
  readonly request_id: string
  readonly endpoint: string
  readonly status: number
  readonly outcome: UsageEntry['outcome']
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

/**
 * The usage log on a database: one table on SQLite, with another that gives it by account and time; a partition a month on PostgreSQL.
 *
 * @example
 * const log = createUsageLog(database)
 * await log.prepare(now)
 * await log.purge(now - 365 * DAY_MS)
 */
export function createUsageLog(database: Database): UsageLog {
  const { knex, dialect } = database
  return {
    async list({ accountId, environment }, { from, until, limit, skip = 0, endpoints, keyId, outcome }) {
      const asked = { ...(keyId === undefined ? {} : { key_id: keyId }), ...(outcome === undefined ? {} : { outcome }) }
      const query = knex.from(usageLogOf(database, { accountId, environment, from, until })).where(asked)
      if (endpoints) query.whereIn('endpoint', [...endpoints])
      if (skip > 0) query.offset(skip)
      const rows: readonly Row[] = await query
        .orderBy([
          { column: 'at', order: 'desc' },
          { column: 'id', order: 'desc' },
        ])
        .limit(Math.min(limit, MOST_ROWS))
        .select(COLUMNS)
      return rows.map(fromRow)
    },
    async prepare(at) {
      if (dialect === 'sqlite3') return
      for (let later = 0; later <= MONTHS_AHEAD; later += 1) await addMonth(database, monthOf(at, later))
    },
    purge: (before) => (dialect === 'sqlite3' ? purgeRows(database, before) : purgeMonths(database, before)),
  }
}

const purgeRows = async (database: Database, before: number) => ({
  rows: await deleteOldRows(database, database.table('usage'), before),
  partitions: [],
})

/** Months as a whole; row by row what stands in no month: strays, and what was written before there were months. */
async function purgeMonths(database: Database, before: number) {
  const { knex, table } = database
  const partitions = []
  let rows = await deleteOldRows(database, table('usage_default'), before)
  for (const partition of await readPartitions(knex, database)) {
    if (partition.until <= before) {
      if (await dropPartition(database, partition)) partitions.push(partition.table)
    } else if (partition.from === Number.NEGATIVE_INFINITY) {
      rows += await deleteOldRows(database, partition.table, before)
    }
  }
  return { rows, partitions }
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
