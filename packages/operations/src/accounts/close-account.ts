import { Accounts, defineOperation } from '@parakh/core'
import * as z from 'zod'
import { accountsWrite } from '../scopes.ts'
import { AccountId, AccountView, presentAccount } from './account-view.ts'

/** `accounts.close` */
export const closeAccount = defineOperation({
  id: 'accounts.close',
  effect: 'write',
  summary: 'Close an account permanently, and revoke its keys',
  scope: accountsWrite,
  path: '/accounts/{account_id}/close',
  input: z.object(AccountId),
  output: AccountView,
  whose: { account: 'account_id', reach: 'below' },
  command: {
    positional: ['account_id'],
    text: ({ account_id, name, status }) => `Account ${account_id} (${name}) is ${status}.`,
  },
  needs: { accounts: Accounts },
  handle: async ({ input: { account_id }, actor, viewer, accounts }) =>
    presentAccount(await accounts.setStatus(account_id, 'closed', actor), viewer),
})
