import { defineOperation } from '@parakh/core'
import { presentAccount } from './account-view.ts'
import { statusChange } from './status-change.ts'

/** `accounts.close` */
export const closeAccount = defineOperation({
  ...statusChange,
  id: 'accounts.close',
  summary: 'Close an account permanently, and revoke its keys',
  path: '/accounts/{account_id}/close',
  handle: async ({ input: { account_id, ...reason }, actor, viewer, accounts }) =>
    presentAccount(await accounts.setStatus(account_id, 'closed', { actor, ...reason }), viewer),
})
