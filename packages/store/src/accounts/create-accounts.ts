import type { Accounts } from '@parakh/core'
import * as z from 'zod'
import { AccountRow } from '../account-tree/account-row.ts'
import { pageAccounts } from '../account-tree/page-accounts.ts'
import { findAccount, readAncestors, readBranch } from '../account-tree/read-accounts.ts'
import { accountChanges } from './account-changes.ts'
import { accountDelegations } from './account-delegations.ts'
import { accountKyc } from './account-kyc.ts'
import type { AccountsOptions } from './change-account.ts'
import { openAccount } from './open-account.ts'

/**
 * Accounts on a database.
 *
 * @returns What throws as core says.
 * @example
 * const accounts = createAccounts({ database, decide, clock, ids, sandboxCredit: inr('100') })
 * const { id } = await accounts.create({ name: 'Acme', role: 'developer' })
 */
export function createAccounts(options: AccountsOptions): Accounts {
  const { database } = options
  const table = database.table('account')
  return {
    create: (account) => database.write((transaction) => openAccount(transaction, options, account)),
    get: (id) => findAccount(database.knex, database, id),
    async list() {
      return z.array(AccountRow).parse(await database.knex(table).orderBy(['created_at', 'id']))
    },
    page: (query) => pageAccounts(database, query),
    branch: (id) => readBranch(database.knex, database, id),
    ancestors: (id) => readAncestors(database.knex, database, id),
    ...accountChanges(options),
    ...accountDelegations(options),
    ...accountKyc(options),
  }
}
