import { defineOperation } from '@parakh/core'
import { presentAccount } from './account-view.ts'
import { statusChange } from './status-change.ts'

/** `accounts.suspend` */
export const suspendAccount = defineOperation({
  ...statusChange,
  id: 'accounts.suspend',
  summary: 'Suspend an account: its calls are refused, from the next one on',
  path: '/accounts/{account_id}/suspend',
  handle: async ({ input: { account_id, ...reason }, actor, viewer, accounts }) =>
    presentAccount(await accounts.setStatus(account_id, 'suspended', { actor, ...reason }), viewer),
})
