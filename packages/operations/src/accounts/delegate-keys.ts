import { Accounts, defineOperation } from '@parakh/core'
import { flag } from '@parakh/core/fields'
import * as z from 'zod'
import { accountsWrite } from '../scopes.ts'
import { AccountId, AccountView, presentAccount } from './account-view.ts'
import { requireDelegator } from './require-delegator.ts'

/** `accounts.delegate-keys`: the owners of the account and operators can delegate, accounts above cannot. */
export const delegateKeys = defineOperation({
  id: 'accounts.delegate-keys',
  effect: 'write',
  summary: 'Change whether the accounts above may issue the keys of an account: by its owners or an operator',
  scope: accountsWrite,
  path: '/accounts/{account_id}/delegate-keys',
  input: z.object({
    ...AccountId,
    allowed: flag().describe('False: keys that they issued stay, and no more are issued'),
  }),
  output: AccountView,
  whose: { account: 'account_id' },
  production: () => true,
  stepUp: true,
  command: {
    positional: ['account_id'],
    flags: { off: { summary: 'They may no longer; keys that they issued stay', sets: { allowed: false } } },
    text: ({ account_id, keys_from_above }) =>
      `Accounts above ${account_id} may ${keys_from_above ? '' : 'not '}issue its keys.`,
  },
  needs: { accounts: Accounts },
  async handle({ input: { account_id, allowed }, actor, viewer, granted, accounts }) {
    requireDelegator(account_id, { viewer, granted, allowed, code: 'KEYS_NOT_DELEGATED' })
    return presentAccount(await accounts.delegateKeys(account_id, allowed, actor), viewer)
  },
})
