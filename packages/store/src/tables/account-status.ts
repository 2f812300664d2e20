import { coreErrors, type WalletOwner } from '@parakh/core'
import type { Knex } from 'knex'
import type { Database } from '../connection/database.ts'
import { movedBefore } from '../wallet/move-money.ts'

/**
 * A closed account takes no money in. Its row is held, so that it is not closed meanwhile. What is sent again that it took before is told as
 * it was.
 *
 * @throws `ACCOUNT_CLOSED`
 */
export async function requireTaking(
  transaction: Knex.Transaction,
  { table, dialect }: Pick<Database, 'table' | 'dialect'>,
  move: WalletOwner & { readonly reference: string },
): Promise<void> {
  const id = move.accountId
  const query = transaction(table('account')).where({ id })
  const row: { status: string } | undefined = await (dialect === 'pg' ? query.forShare() : query).first('status')
  if (row?.status !== 'closed') return
  if ((await movedBefore(transaction, { table }, move)) === null) throw coreErrors.error('ACCOUNT_CLOSED', { id })
}

/** Suspends an account that is active, or opens one that is suspended. @returns Whether it did. */
export async function changeStatus(
  transaction: Knex.Transaction,
  { table }: Pick<Database, 'table'>,
  { accountId, to }: { readonly accountId: string; readonly to: 'active' | 'suspended' },
): Promise<boolean> {
  const from = to === 'suspended' ? 'active' : 'suspended'
  const changed: number = await transaction(table('account'))
    .where({ id: accountId, status: from })
    .update({ status: to })
    .increment('version', 1)
  return changed > 0
}
