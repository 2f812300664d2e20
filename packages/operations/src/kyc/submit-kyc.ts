import { Accounts, defineOperation } from '@parakh/core'
import * as z from 'zod'
import { AccountId, AccountView, presentAccount } from '../accounts/account-view.ts'
import { accountsWrite } from '../scopes.ts'
import { KycDocument } from './kyc-view.ts'

/** `kyc.submit` */
export const submitKyc = defineOperation({
  id: 'kyc.submit',
  effect: 'write',
  summary: 'Submit KYC documents: uploaded files or references, which replace the earlier ones',
  scope: accountsWrite,
  path: '/accounts/{account_id}/kyc/submit',
  input: z.object({ ...AccountId, documents: z.array(KycDocument).min(1).max(50) }),
  output: AccountView,
  whose: { account: 'account_id' },
  command: {
    positional: ['account_id'],
    options: { documents: { flag: 'document' } },
    more: () => ({ ok: true }),
    text: ({ account_id, name }, { input }) =>
      `The KYC of ${name} (${account_id}) is submitted. Documents: ${input.documents.length}.`,
  },
  needs: { accounts: Accounts },
  handle: async ({ input, actor, viewer, accounts }) =>
    presentAccount(await accounts.submitKyc(input.account_id, input.documents, actor), viewer),
})
