import { defineOperation, KycUploads } from '@parakh/core'
import * as z from 'zod'
import { AccountId } from '../accounts/account-view.ts'
import { accountsWrite } from '../scopes.ts'

/** `kyc.discard` */
export const discardKycFile = defineOperation({
  id: 'kyc.discard',
  effect: 'write',
  method: 'DELETE',
  summary: 'Erase a file of KYC that no decision waits for',
  scope: accountsWrite,
  path: '/accounts/{account_id}/kyc/files/{file_id}',
  input: z.object({ ...AccountId, file_id: z.string() }),
  output: z.object({ erased: z.literal(true) }),
  whose: { account: 'account_id' },
  command: {
    positional: ['account_id', 'file_id'],
    more: () => ({ ok: true }),
    text: (_, { input }) => `The file ${input.file_id} is erased.`,
  },
  needs: { uploads: KycUploads },
  async handle({ input: { account_id: accountId, file_id: id }, actor, uploads }) {
    await uploads.discard({ accountId, id, actor })
    return { erased: true as const }
  },
})
