import { type Account, type Accounts, type Clock, ENVIRONMENTS, type Ids, type Money } from '@parakh/core'
import type { Knex } from 'knex'
import * as z from 'zod'
import type { Database } from '../connection/database.ts'
import { storeErrors } from '../error-codes.ts'
import { AccountRow } from './account-row.ts'
import { checkParent } from './parent-rule.ts'
import { sandboxGrantRows } from './sandbox-grant.ts'

/** What accounts are made from. */
interface AccountsOptions {
  readonly database: Database
  readonly clock: Clock
  readonly ids: Ids
  /** Granted to each new account's sandbox wallet, once. */
  readonly sandboxCredit: Money
}

/**
 * Accounts on a database.
 *
 * @returns `create` throws `ACCOUNT_NOT_FOUND` and `ACCOUNT_PARENT_NOT_ALLOWED`; the others `ACCOUNT_NOT_FOUND`.
 * @example
 * const accounts = createAccounts({ database, clock, ids, sandboxCredit: inr('100') })
 * const { id } = await accounts.create({ name: 'Acme', role: 'developer' })
 */
export function createAccounts({ database, clock, ids, sandboxCredit }: AccountsOptions): Accounts {
  const table = database.table('account')

  async function change(id: string, columns: Partial<Pick<Account, 'status' | 'kyc'>>): Promise<Account> {
    const rows = await database.write((transaction) => transaction(table).where({ id }).update(columns).returning('*'))
    const [account] = z.array(AccountRow).parse(rows)
    if (!account) throw storeErrors.error('ACCOUNT_NOT_FOUND', { id })
    return account
  }
  async function openWallets(transaction: Knex.Transaction, accountId: string, at: number): Promise<void> {
    const grant = sandboxCredit > 0 ? sandboxGrantRows({ accountId, id: ids.next(), amount: sandboxCredit, at }) : null
    for (const environment of ENVIRONMENTS) {
      const granted = environment === 'sandbox' ? grant?.wallet : {}
      await transaction(database.table('wallet')).insert({ account_id: accountId, environment, ...granted })
    }
    if (!grant) return
    await transaction(database.table('credit')).insert(grant.credit)
    for (const entry of grant.entries) await transaction(database.table('ledger_entry')).insert(entry)
    await transaction(database.table('outbox')).insert(grant.event)
  }
  return {
    async create({ name, role, parentId = null }) {
      const createdAt = clock.now()
      const account: Account = { id: ids.next(), name, role, parentId, status: 'active', kyc: 'pending', createdAt }
      await database.write(async (transaction) => {
        if (parentId !== null) checkParent(role, await requireAccount(transaction, database, parentId))
        await transaction(table).insert(rowOf(account))
        await openWallets(transaction, account.id, createdAt.getTime())
      })
      return account
    },
    get: (id) => findAccount(database.knex, database, id),
    async list() {
      return z.array(AccountRow).parse(await database.knex(table).orderBy(['created_at', 'id']))
    },
    approveKyc: (id) => change(id, { kyc: 'approved' }),
    setStatus: (id, status) => change(id, { status }),
  }
}

const rowOf = ({ id, name, role, parentId, status, kyc, createdAt }: Account) => ({
  ...{ id, name, role, status, kyc },
  parent_id: parentId,
  created_at: createdAt.getTime(),
})

async function findAccount(knex: Knex, database: Database, id: string): Promise<Account | null> {
  const row: unknown = await knex(database.table('account')).where({ id }).first()
  return row === undefined ? null : AccountRow.parse(row)
}

/**
 * An account, as a transaction sees it.
 *
 * @throws `ACCOUNT_NOT_FOUND`
 */
export async function requireAccount(knex: Knex, database: Database, id: string): Promise<Account> {
  const account = await findAccount(knex, database, id)
  if (!account) throw storeErrors.error('ACCOUNT_NOT_FOUND', { id })
  return account
}
