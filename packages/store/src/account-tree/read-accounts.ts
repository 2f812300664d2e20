import type { Account } from '@parakh/core'
import type { Knex } from 'knex'
import * as z from 'zod'
import type { Database } from '../connection/database.ts'
import { storeErrors } from '../error-codes.ts'
import { AccountRow } from './account-row.ts'

const Ids = z.array(z.object({ id: z.string() }))

/** An account, or null. */
export async function findAccount(knex: Knex, { table }: Pick<Database, 'table'>, id: string): Promise<Account | null> {
  const row: unknown = await knex(table('account')).where({ id }).first()
  return row === undefined ? null : AccountRow.parse(row)
}

/**
 * An account, as a transaction sees it.
 *
 * @throws `ACCOUNT_NOT_FOUND`
 */
export async function requireAccount(knex: Knex, database: Pick<Database, 'table'>, id: string): Promise<Account> {
  const account = await findAccount(knex, database, id)
  if (!account) throw storeErrors.error('ACCOUNT_NOT_FOUND', { id })
  return account
}

/** A select of the ids of an account and of all beneath it. `union` without `all`, so that not even a circle would be endless. */
export const branchQuery = (knex: Knex, { table }: Pick<Database, 'table'>, id: string): Knex.QueryBuilder =>
  knex
    .withRecursive('branch', (query) => {
      query
        .select('id')
        .from(table('account'))
        .where({ id })
        .union((more) => {
          more
            .select('child.id')
            .from({ child: table('account') })
            .join('branch', 'child.parent_id', 'branch.id')
        })
    })
    .select('id')
    .from('branch')

/** The ids of an account and of all beneath it. */
export async function readBranch(
  knex: Knex,
  database: Pick<Database, 'table'>,
  id: string,
): Promise<readonly string[]> {
  return Ids.parse(await branchQuery(knex, database, id)).map((row) => row.id)
}

/** The accounts above one, the nearest first. */
export async function readAncestors(
  knex: Knex,
  { table }: Pick<Database, 'table'>,
  id: string,
): Promise<readonly Account[]> {
  const rows: unknown = await knex
    .withRecursive('line', (query) => {
      query
        .select('id', 'parent_id', knex.raw('0 as depth'))
        .from(table('account'))
        .where({ id })
        .unionAll((more) => {
          more
            .select('above.id', 'above.parent_id', knex.raw('line.depth + 1'))
            .from({ above: table('account') })
            .join('line', 'above.id', 'line.parent_id')
        })
    })
    .select('account.*')
    .from('line')
    .join({ account: table('account') }, 'account.id', 'line.id')
    .where('line.depth', '>', 0)
    .orderBy('line.depth')
  return z.array(AccountRow).parse(rows)
}
