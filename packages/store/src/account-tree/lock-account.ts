import type { Account } from '@parakh/core'
import type { Knex } from 'knex'
import type { Database } from '../connection/database.ts'
import { storeErrors } from '../error-codes.ts'
import { AccountRow } from './account-row.ts'

/** Its own lock, and one that a child's reference to its parent does not wait for. SQLite's transaction has the write lock already. */
export async function lockAccount(
  transaction: Knex.Transaction,
  { table, dialect }: Database,
  id: string,
): Promise<Account> {
  const query = transaction(table('account')).where({ id })
  const row: unknown = await (dialect === 'pg' ? query.forNoKeyUpdate() : query).first()
  if (row === undefined) throw storeErrors.error('ACCOUNT_NOT_FOUND', { id })
  return AccountRow.parse(row)
}
