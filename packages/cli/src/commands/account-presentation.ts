import type { Account } from '@parakh/core'
import { drawTable } from '../terminal/table.ts'

/** An account as `--json` prints it. `apis` is null where it may call all. */
export const presentAccount = (account: Account) => ({
  account_id: account.id,
  name: account.name,
  role: account.role,
  parent_id: account.parentId,
  status: account.status,
  kyc: account.kyc,
  apis: account.apis,
  created_at: account.createdAt.toISOString(),
})

/** Accounts as a table. */
export const drawAccounts = (accounts: readonly Account[]): string =>
  drawTable(
    ['Account', 'Name', 'Role', 'Parent', 'Status', 'KYC', 'APIs'],
    accounts.map((account) => [
      account.id,
      account.name,
      account.role,
      account.parentId ?? '',
      account.status,
      account.kyc,
      account.apis === null ? 'all' : String(account.apis.length),
    ]),
  )
