import type { Knex } from 'knex'
import * as z from 'zod'
import { Counted, EnvironmentColumn } from '../columns.ts'
import type { Database } from '../connection/database.ts'
import { lockWallets } from '../wallet/lock-wallets.ts'

/** Records in one transaction: some milliseconds. */
const PAGE = 200

const Ended = z.object({
  position: Counted,
  account_id: z.string(),
  environment: EnvironmentColumn,
  collection: z.string(),
  id: z.string(),
})
type Ended = z.output<typeof Ended>

/**
 * Drops the records whose time has ended, page by page in short transactions.
 *
 * @param at Milliseconds since 1970.
 * @returns How many were dropped.
 */
export async function dropEndedRecords(database: Database, at: number): Promise<number> {
  let dropped = 0
  for (;;) {
    const page = z.array(Ended).parse(await ended(database.knex, database, at).orderBy('keep_until').limit(PAGE))
    if (page.length === 0) return dropped
    dropped += await database.write((transaction) => dropPage(transaction, database, { page, at }))
  }
}

const ended = (knex: Knex, database: Database, at: number): Knex.QueryBuilder =>
  knex(database.table('record')).where('keep_until', '<=', at)

async function dropPage(
  transaction: Knex.Transaction,
  database: Database,
  { page, at }: { readonly page: readonly Ended[]; readonly at: number },
): Promise<number> {
  // A call may change a record beneath this lock, and so keep it longer.
  const wallets = page.map((record) => [record.account_id, record.environment] as const)
  await lockWallets(transaction, database, wallets)
  const positions = page.map(({ position }) => position)
  const gone = z.array(Ended).parse(await ended(transaction, database, at).whereIn('position', positions))
  await transaction(database.table('record'))
    .whereIn(
      'position',
      gone.map(({ position }) => position),
    )
    .delete()
  for (const { account_id, environment, collection, id } of gone) {
    const owner = { account_id, environment, collection }
    await transaction(database.table('record_key'))
      .where({ ...owner, record_id: id })
      .delete()
  }
  return gone.length
}
