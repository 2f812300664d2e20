import type { UsageSequence } from '@parakh/core'
import * as z from 'zod'
import { Counted } from '../columns.ts'
import type { Database } from '../connection/database.ts'
import { haveEnded } from '../connection/transactions-ended.ts'
import { BlockSummaries } from './block-summaries.ts'

const Id = z.object({ id: z.union([Counted, z.null()]) })

/**
 * The ids of the usage log on a database.
 *
 * @example
 * const sequence = createUsageSequence(database)
 * const through = await sequence.settled()
 */
export function createUsageSequence(database: Database): UsageSequence {
  const summaries = new BlockSummaries()
  const newest = () => newestId(database)
  return {
    newest,
    async settled() {
      await summaries.complete(database)
      if (database.dialect === 'sqlite3') return await newest()
      return await settledId(database)
    },
  }
}

/** On PostgreSQL the last id that was drawn, from its sequence: to ask the partitions would read each of them. */
async function newestId({ knex, dialect, table }: Database): Promise<number> {
  if (dialect === 'sqlite3') return Id.parse(await knex(table('usage')).max({ id: 'id' }).first()).id ?? 0
  const { rows } = await knex.raw('select case when is_called then last_value else 0 end as id from ??', [
    table('usage_id_seq'),
  ])
  const [row] = z.array(z.object({ id: Counted })).parse(rows)
  return row?.id ?? 0
}

/**
 * The last id that was drawn, once every transaction that may have drawn it has ended, as ledger/stable-id.ts does it for entries. A batch that
 * writes usage has its number before it draws an id, because it locks wallets first.
 */
async function settledId(database: Database): Promise<number | null> {
  const last = await newestId(database)
  // In a statement of its own: a transaction that draws an id after the one above has a number of its own already.
  const { rows } = await database.knex.raw('select pg_current_xact_id()::text as number')
  const [now] = z.array(z.object({ number: z.string() })).parse(rows)
  if (!now) return null
  return (await haveEnded(database.knex, BigInt(now.number))) ? last : null
}
