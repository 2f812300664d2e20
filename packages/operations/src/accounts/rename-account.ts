import { Accounts, defineOperation } from '@parakh/core'
import * as z from 'zod'
import { accountsWrite } from '../scopes.ts'
import { AccountId, AccountName, AccountView, presentAccount } from './account-view.ts'

/** `accounts.rename` */
export const renameAccount = defineOperation({
  id: 'accounts.rename',
  effect: 'write',
  summary: 'Rename an account',
  scope: accountsWrite,
  stepUp: true,
  path: '/accounts/{account_id}/rename',
  input: z.object({ ...AccountId, name: AccountName }),
  output: AccountView,
  whose: { account: 'account_id' },
  command: {
    positional: ['account_id'],
    text: ({ account_id, name }) => `Account ${account_id} is renamed to ${name}.`,
  },
  needs: { accounts: Accounts },
  handle: async ({ input: { account_id, name }, actor, viewer, accounts }) =>
    presentAccount(await accounts.rename(account_id, name, actor), viewer),
})
