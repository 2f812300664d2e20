import { defineOperation, KYC_FILE_TYPES, KycUploads, operationFile } from '@parakh/core'
import * as z from 'zod'
import { AccountId } from '../accounts/account-view.ts'
import { kycApprove } from '../scopes.ts'

const ENDINGS = { 'application/pdf': 'pdf', 'image/jpeg': 'jpg', 'image/png': 'png' } as const

/** `kyc.file`: its name is made of the kind, for what the account called it may hold an identity number. */
export const getKycFile = defineOperation({
  id: 'kyc.file',
  effect: 'read',
  summary: 'Download the file of a KYC document; each view is in the audit log',
  scope: kycApprove,
  stepUp: true,
  path: '/accounts/{account_id}/kyc/files/{file_id}',
  input: z.object({ ...AccountId, file_id: z.string() }),
  output: z.never(),
  files: [...KYC_FILE_TYPES],
  whose: { account: 'account_id' },
  command: { positional: ['account_id', 'file_id'] },
  needs: { uploads: KycUploads },
  async handle({ input: { account_id: accountId, file_id: id }, actor, uploads }) {
    const { file, bytes } = await uploads.view({ accountId, id, actor })
    return operationFile({ type: file.type, name: `${file.kind}.${ENDINGS[file.type]}`, bytes })
  },
})
