import { type Account, type Accounts, checkAccountName, checkParent, ENVIRONMENTS } from '@parakh/core'
import type { Knex } from 'knex'
import * as z from 'zod'
import { AccountRow, accountColumns } from '../account-tree/account-row.ts'
import { findAccount, pageAccounts, readAncestors, readBranch, requireAccount } from '../account-tree/read-accounts.ts'
import { lockedWallet } from '../wallet/locked-wallets.ts'
import { moveMoney } from '../wallet/move-money.ts'
import { accountChanges } from './account-changes.ts'
import { accountKyc } from './account-kyc.ts'
import { type AccountsOptions, shown, writeAccountAudit } from './change-account.ts'

/**
 * Accounts on a database.
 *
 * @returns What throws as core says.
 * @example
 * const accounts = createAccounts({ database, decide, clock, ids, sandboxCredit: inr('100') })
 * const { id } = await accounts.create({ name: 'Acme', role: 'developer' })
 */
export function createAccounts(options: AccountsOptions): Accounts {
  const { database, clock, ids, sandboxCredit } = options
  const table = database.table('account')

  /** Opens a new account's wallets, and grants its sandbox credit: a credit like any other, once by its reference (decisions.md section 6). */
  async function openWallets(transaction: Knex.Transaction, accountId: string, at: number): Promise<void> {
    for (const environment of ENVIRONMENTS)
      await transaction(database.table('wallet')).insert({ account_id: accountId, environment })
    if (sandboxCredit <= 0) return
    const of = { accountId, environment: 'sandbox' } as const
    const granted = { id: ids.next(), amount: sandboxCredit, reference: 'sandbox-grant', actor: 'system' }
    const wallets = [await lockedWallet(transaction, database, of)]
    await moveMoney(transaction, options, { move: { kind: 'credit', ...of, at, ...granted }, wallets })
  }
  return {
    async create({ name, role, parentId = null, actor = 'system' }) {
      checkAccountName(name)
      const account: Account = {
        ...{ id: ids.next(), name, role, parentId, status: 'active', kyc: 'pending', apis: null, version: 0 },
        createdAt: clock.now(),
      }
      const at = account.createdAt.getTime()
      await database.write(async (transaction) => {
        if (parentId !== null) checkParent(role, await requireAccount(transaction, database, parentId))
        await transaction(table).insert({ ...accountColumns(account), id: account.id, created_at: at })
        await openWallets(transaction, account.id, at)
        const change = { before: null, after: shown(account) }
        await writeAccountAudit(transaction, options, {
          ...{ accountId: account.id, actor, action: 'account.create', ...change },
        })
      })
      return account
    },
    get: (id) => findAccount(database.knex, database, id),
    async list() {
      return z.array(AccountRow).parse(await database.knex(table).orderBy(['created_at', 'id']))
    },
    page: (query) => pageAccounts(database, query),
    branch: (id) => readBranch(database.knex, database, id),
    ancestors: (id) => readAncestors(database.knex, database, id),
    ...accountChanges(options),
    ...accountKyc(options),
  }
}
