import { type Money, micro } from '@parakh/core'
import type { Knex } from 'knex'
import * as z from 'zod'
import { Counted } from '../columns.ts'
import type { Database } from '../connection/database.ts'
import { type Earner, finalOf, readTotals } from './totals.ts'

/** What an account owes: what its wallet does, and commission that was paid, reversed since, and not yet taken back. */
export async function readOwed(
  transaction: Knex.Transaction,
  database: Pick<Database, 'table' | 'dialect'>,
  earner: Earner,
): Promise<Money> {
  const { accountId, environment } = earner
  const row: unknown = await transaction(database.table('wallet'))
    .where({ account_id: accountId, environment })
    .first('owed')
  const { owed } = z.object({ owed: Counted }).parse(row)
  const final = finalOf(await readTotals(transaction, database, earner))
  return micro(owed + Math.max(0, -final))
}
