import { Accounts, defineOperation, forbidden } from '@parakh/core'
import * as z from 'zod'
import { accountsWrite } from '../scopes.ts'
import { AccountId, AccountView, presentAccount } from './account-view.ts'

/** `accounts.move` */
export const moveAccount = defineOperation({
  id: 'accounts.move',
  effect: 'write',
  summary: 'Move an account, with all below it, under another parent; calls in flight keep their line',
  scope: accountsWrite,
  stepUp: true,
  path: '/accounts/{account_id}/move',
  input: z.object({
    ...AccountId,
    parent_id: z.string().nullable().describe('Null: no parent, for operators only'),
  }),
  output: AccountView,
  whose: { account: 'account_id', reach: 'below' },
  errors: { ACCOUNT_MOVE_BELOW_FLOOR: 422 },
  command: {
    positional: ['account_id'],
    options: { parent_id: { null: 'none' } },
    text: ({ account_id, name, parent_id }) =>
      `Account ${account_id} (${name}) is now ${parent_id === null ? 'without a parent' : `below ${parent_id}`}.`,
  },
  needs: { accounts: Accounts },
  async handle({ input: { account_id, parent_id }, actor, viewer, accounts }) {
    if (parent_id === null && viewer.accountId !== null) throw forbidden('This is for operators only')
    return presentAccount(await accounts.move(account_id, parent_id, actor), viewer)
  },
})
