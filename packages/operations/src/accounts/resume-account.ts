import { defineOperation } from '@parakh/core'
import { presentAccount } from './account-view.ts'
import { statusChange } from './status-change.ts'

/** `accounts.resume` */
export const resumeAccount = defineOperation({
  ...statusChange,
  id: 'accounts.resume',
  summary: 'Resume a suspended account',
  path: '/accounts/{account_id}/resume',
  handle: async ({ input: { account_id, ...reason }, actor, viewer, accounts }) =>
    presentAccount(await accounts.setStatus(account_id, 'active', { actor, ...reason }), viewer),
})
