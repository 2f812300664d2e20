import type { Knex } from 'knex'
import * as z from 'zod'
import type { Database } from '../connection/database.ts'
import { storeErrors } from '../error-codes.ts'

const ONLY_ROW = 1
const LEDGER = 'ledger'
const Row = z.object({ wallet_driver: z.string() })

/**
 * Writes down who keeps production money. A database in which production wallets were used keeps its driver: what the ledger says of them
 * would not be true of another.
 *
 * @throws `WALLET_DRIVER_CHANGED`
 */
export async function bindWalletDriver(database: Database, driver: string): Promise<void> {
  const state = (knex: Knex) => knex(database.table('money_state')).where({ id: ONLY_ROW })
  const bound = async (knex: Knex): Promise<string> => Row.parse(await state(knex).first('wallet_driver')).wallet_driver
  if ((await bound(database.knex)) === driver) return
  await database.write(async (transaction) => {
    const before = await bound(transaction)
    if (before !== driver && (await wasUsed(transaction, database)))
      throw storeErrors.error('WALLET_DRIVER_CHANGED', { before, driver })
    await state(transaction).update({ wallet_driver: driver })
  })
}

async function wasUsed(transaction: Knex, { table }: Database): Promise<boolean> {
  const wallet: unknown = await transaction(table('wallet'))
    .where({ environment: 'production' })
    .where((used) => used.where('version', '>', 0).orWhere('requests_total', '>', 0))
    .first('account_id')
  if (wallet !== undefined) return true
  return (await transaction(table('wallet_task')).first('reference')) !== undefined
}

/** SQL: whether the money of a row is kept outside the ledger. @param alias Of the table whose `environment` the row has. */
export const isKeptElsewhere = ({ table }: Pick<Database, 'table'>, alias?: string): string =>
  `(${alias === undefined ? '' : `${alias}.`}environment = 'production' and (select wallet_driver from ${table('money_state')} where id = ${ONLY_ROW}) <> '${LEDGER}')`
