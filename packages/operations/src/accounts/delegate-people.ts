import { Accounts, defineOperation } from '@parakh/core'
import { flag } from '@parakh/core/fields'
import * as z from 'zod'
import { accountsWrite } from '../scopes.ts'
import { AccountId, AccountView, presentAccount } from './account-view.ts'
import { requireDelegator } from './require-delegator.ts'

/** `accounts.delegate-people`: apart from `accounts.delegate-keys`, because whoever issues keys need not make owners. */
export const delegatePeople = defineOperation({
  id: 'accounts.delegate-people',
  effect: 'write',
  summary:
    'Change whether the accounts above may manage the people and portal links of an account: by its owners or an operator',
  scope: accountsWrite,
  path: '/accounts/{account_id}/delegate-people',
  input: z.object({
    ...AccountId,
    allowed: flag().describe('False: people whom they invited stay, and they can change none'),
  }),
  output: AccountView,
  whose: { account: 'account_id' },
  production: () => true,
  stepUp: true,
  command: {
    positional: ['account_id'],
    flags: { off: { summary: 'They may no longer; people whom they invited stay', sets: { allowed: false } } },
    text: ({ account_id, people_from_above }) =>
      `Accounts above ${account_id} may ${people_from_above ? '' : 'not '}manage its people.`,
  },
  needs: { accounts: Accounts },
  async handle({ input: { account_id, allowed }, actor, viewer, granted, accounts }) {
    requireDelegator(account_id, { viewer, granted, allowed, code: 'PEOPLE_NOT_DELEGATED' })
    return presentAccount(await accounts.delegatePeople(account_id, allowed, actor), viewer)
  },
})
