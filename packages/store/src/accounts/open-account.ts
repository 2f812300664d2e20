import { type Account, ALL_APIS, checkAccountName, checkParent, ENVIRONMENTS, type NewAccount } from '@parakh/core'
import type { Knex } from 'knex'
import { accountColumns } from '../account-tree/account-row.ts'
import { requireAccount } from '../account-tree/read-accounts.ts'
import { lockedWallet } from '../wallet/locked-wallets.ts'
import { moveMoney } from '../wallet/move-money.ts'
import { type AccountsOptions, shown, writeAccountAudit } from './change-account.ts'

/** Opens an account with its wallets and its sandbox credit, in a transaction. @throws As `Accounts.create`. */
export async function openAccount(
  transaction: Knex.Transaction,
  options: AccountsOptions,
  { name, role, parentId = null, actor = 'system' }: NewAccount,
): Promise<Account> {
  const { database, clock, ids } = options
  checkAccountName(name)
  const account: Account = {
    ...{ id: ids.next(), name, role, parentId, status: 'active', kyc: 'pending', version: 0 },
    ...ALL_APIS,
    keysFromAbove: null,
    peopleFromAbove: null,
    hasOwner: false,
    createdAt: clock.now(),
  }
  const at = account.createdAt.getTime()
  if (parentId !== null) checkParent(role, await requireAccount(transaction, database, parentId))
  await transaction(database.table('account')).insert({ ...accountColumns(account), id: account.id, created_at: at })
  await openWallets(transaction, options, { accountId: account.id, at })
  await writeAccountAudit(transaction, options, {
    ...{ accountId: account.id, actor, action: 'account.create', before: null, after: shown(account) },
  })
  return account
}

/** Opens a new account's wallets, and grants its sandbox credit: a credit like any other, once by its reference (decisions.md section 6). */
async function openWallets(
  transaction: Knex.Transaction,
  options: AccountsOptions,
  { accountId, at }: { readonly accountId: string; readonly at: number },
): Promise<void> {
  const { database, ids, sandboxCredit } = options
  for (const environment of ENVIRONMENTS)
    await transaction(database.table('wallet')).insert({ account_id: accountId, environment })
  if (sandboxCredit <= 0) return
  const of = { accountId, environment: 'sandbox' } as const
  const granted = { id: ids.next(), amount: sandboxCredit, reference: 'sandbox-grant', actor: 'system' }
  const wallets = [await lockedWallet(transaction, database, of)]
  await moveMoney(transaction, options, { move: { kind: 'credit', ...of, at, ...granted }, wallets })
}
