import { Accounts, defineOperation } from '@parakh/core'
import * as z from 'zod'
import { accountsWrite } from '../scopes.ts'
import { AccountId, AccountView, presentAccount } from './account-view.ts'

/** `accounts.resume` */
export const resumeAccount = defineOperation({
  id: 'accounts.resume',
  effect: 'write',
  summary: 'Resume a suspended account',
  scope: accountsWrite,
  path: '/accounts/{account_id}/resume',
  input: z.object(AccountId),
  output: AccountView,
  whose: { account: 'account_id', reach: 'below' },
  needs: { accounts: Accounts },
  handle: async ({ input: { account_id }, actor, viewer, accounts }) =>
    presentAccount(await accounts.setStatus(account_id, 'active', actor), viewer),
})
