import type { UsageLog } from '@parakh/core'
import type { Database } from '../connection/database.ts'
import { deleteOldRows } from './delete-old-rows.ts'
import { monthOf } from './months.ts'
import { addMonth, dropPartition, readPartitions } from './partitions.ts'
import { readPage, readRequest } from './read-page.ts'

/** Months that are made ahead of time: so long may nobody look after the database. */
const MONTHS_AHEAD = 3

/**
 * The usage log on a database: one table on SQLite, a partition a month on PostgreSQL.
 *
 * @example
 * const log = createUsageLog(database)
 * await log.prepare(now)
 * await log.purge(now - 365 * DAY_MS)
 */
export function createUsageLog(database: Database): UsageLog {
  const { dialect } = database
  return {
    page: (wallet, query) => readPage(database, wallet, query),
    ofRequestId: (requestId, query) => readRequest(database, requestId, query),
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

/** Months as a whole; row by row what stands in no month. */
async function purgeMonths(database: Database, before: number) {
  const { knex, table } = database
  const partitions = []
  const rows = await deleteOldRows(database, table('usage_default'), before)
  for (const partition of await readPartitions(knex, database)) {
    if (partition.until <= before && (await dropPartition(database, partition))) partitions.push(partition.table)
  }
  return { rows, partitions }
}
