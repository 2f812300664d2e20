import { Accounts, defineOperation } from '@parakh/core'
import * as z from 'zod'
import { AccountId, AccountView, presentAccount } from '../accounts/account-view.ts'
import { ReasonField } from '../reason-field.ts'
import { kycApprove } from '../scopes.ts'

/** `kyc.reject` */
export const rejectKyc = defineOperation({
  id: 'kyc.reject',
  effect: 'write',
  summary: 'Reject, with the reason',
  scope: kycApprove,
  stepUp: true,
  path: '/accounts/{account_id}/kyc/reject',
  input: z.object({ ...AccountId, reason: ReasonField }),
  output: AccountView,
  whose: { account: 'account_id' },
  command: {
    positional: ['account_id'],
    more: () => ({ ok: true }),
    text: ({ account_id, name }, { input }) => `The KYC of ${name} (${account_id}) is rejected: ${input.reason}`,
  },
  needs: { accounts: Accounts },
  handle: async ({ input, actor, viewer, accounts }) =>
    presentAccount(await accounts.rejectKyc(input.account_id, input.reason, actor), viewer),
})
