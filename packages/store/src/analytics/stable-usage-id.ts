import * as z from 'zod'
import { Counted } from '../columns.ts'
import type { Database } from '../connection/database.ts'
import { haveEnded } from '../connection/transactions-ended.ts'

const Highest = z.object({ id: z.union([Counted, z.null()]) })

/**
 * An id at and below which no row of the usage log will ever appear any more, as ledger/stable-id.ts does it for entries: on PostgreSQL
 * the last id that was drawn, once every transaction that may have drawn it has ended. A batch that writes usage has its number
 * before it draws an id, because it locks wallets first.
 *
 * @returns Null where a transaction does not end: to be asked again later.
 */
export async function stableUsageId({ knex, dialect, table }: Database): Promise<number | null> {
  if (dialect === 'sqlite3') return Highest.parse(await knex(table('usage')).max({ id: 'id' }).first()).id ?? 0
  const { rows: drawn } = await knex.raw('select case when is_called then last_value else 0 end as id from ??', [
    table('usage_id_seq'),
  ])
  const [last] = z.array(z.object({ id: Counted })).parse(drawn)
  // In a statement of its own: a transaction that draws an id after the one above has a number of its own already.
  const { rows: asked } = await knex.raw('select pg_current_xact_id()::text as number')
  const [now] = z.array(z.object({ number: z.string() })).parse(asked)
  if (!last || !now) return null
  return (await haveEnded(knex, BigInt(now.number))) ? last.id : null
}
