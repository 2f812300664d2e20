import { defineOperation, KycUploads, MOST_KYC_FILE_BYTES } from '@parakh/core'
import { printable } from '@parakh/core/formats'
import * as z from 'zod'
import { AccountId } from '../accounts/account-view.ts'
import { accountsWrite } from '../scopes.ts'
import { KycFileView, presentKycFile } from './kyc-view.ts'

/** Base64 has four characters for three bytes. */
const LONGEST_CONTENT = 4 * Math.ceil(MOST_KYC_FILE_BYTES / 3)
/** Room for the other fields. */
const FIELDS_BYTES = 4_096
const [FOREIGN, END] = [/[^A-Za-z0-9+/]/, /^[A-Za-z0-9+/]*={0,2}$/]
/** Looks for what is foreign: an expression for the whole text keeps a place of each character, and of millions it ran out of room. */
const isBase64 = (text: string): boolean => !FOREIGN.test(text.slice(0, -2)) && END.test(text.slice(-2))

/** `kyc.upload` */
export const uploadKycFile = defineOperation({
  id: 'kyc.upload',
  effect: 'write',
  summary: 'Upload the file of a KYC document: a PDF, JPEG or PNG of at most 5 MB',
  scope: accountsWrite,
  path: '/accounts/{account_id}/kyc/files',
  status: 201,
  bodyLimitBytes: LONGEST_CONTENT + FIELDS_BYTES,
  input: z.object({
    ...AccountId,
    kind: z.string().min(1).max(32).describe('Such as pan-card'),
    name: z.string().max(200).check(printable).default('').describe('For people; kept encrypted'),
    content: z
      .string()
      .max(LONGEST_CONTENT)
      .refine(isBase64, 'must be base64')
      .meta({ contentEncoding: 'base64' })
      .describe('The bytes of the file, in base64'),
  }),
  output: KycFileView,
  whose: { account: 'account_id' },
  command: {
    positional: ['account_id'],
    options: { content: { flag: 'file', read: 'bytes', value: '<file>' } },
    text: ({ file_id, kind }) => `The file ${file_id} is uploaded. Submit it: --document ${kind}=${file_id}`,
  },
  needs: { uploads: KycUploads },
  async handle({ input: { account_id: accountId, content, ...file }, actor, uploads }) {
    return presentKycFile(await uploads.add({ accountId, ...file, bytes: Buffer.from(content, 'base64'), actor }))
  },
})
