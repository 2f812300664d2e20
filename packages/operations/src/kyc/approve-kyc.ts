import { Accounts, defineOperation } from '@parakh/core'
import * as z from 'zod'
import { AccountId, AccountView, presentAccount } from '../accounts/account-view.ts'
import { kycApprove } from '../scopes.ts'

/** `kyc.approve` */
export const approveKyc = defineOperation({
  id: 'kyc.approve',
  effect: 'write',
  summary: 'Approve: production keys are permitted from now on',
  scope: kycApprove,
  stepUp: true,
  path: '/accounts/{account_id}/kyc/approve',
  input: z.object(AccountId),
  output: AccountView,
  whose: { account: 'account_id' },
  command: {
    positional: ['account_id'],
    more: () => ({ ok: true }),
    text: ({ account_id, name }) => `The KYC of ${name} (${account_id}) is approved: production keys are permitted.`,
  },
  needs: { accounts: Accounts },
  handle: async ({ input, actor, viewer, accounts }) =>
    presentAccount(await accounts.approveKyc(input.account_id, actor), viewer),
})
