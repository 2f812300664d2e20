import type { Drawing } from '@parakh/core'
import type * as z from 'zod'
import type { AccountView } from './account-view.ts'

/** Accounts as a table. */
export const drawAccounts = (accounts: readonly z.output<typeof AccountView>[], draw: Drawing): string =>
  draw.table(
    ['Account', 'Name', 'Role', 'Parent', 'Status', 'KYC', 'APIs'],
    accounts.map(({ account_id, name, role, parent_id, status, kyc, apis }) => [
      ...[account_id, name, role, parent_id ?? '', status, kyc, apis === null ? 'all' : String(apis.length)],
    ]),
  )
