import type { Environment } from '@parakh/core'
import type { Knex } from 'knex'
import type { Database } from '../connection/database.ts'

/**
 * Locks wallets in their order, as a batch does, so that their calls can be changed outside a batch. On SQLite the
 * transaction holds the one write lock already.
 */
export async function lockWallets(
  transaction: Knex.Transaction,
  { dialect, table }: Pick<Database, 'dialect' | 'table'>,
  wallets: readonly (readonly [accountId: string, environment: Environment])[],
): Promise<void> {
  if (dialect === 'sqlite3' || wallets.length === 0) return
  await transaction(table('wallet'))
    .select(transaction.raw('1'))
    .whereIn(
      ['account_id', 'environment'],
      wallets.map((wallet) => [...wallet]),
    )
    .orderBy(['account_id', 'environment'])
    .forNoKeyUpdate()
}
