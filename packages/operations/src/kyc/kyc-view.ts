import { KYC_FILE_TYPES, KYC_STATES, type KycFile, type KycUpload } from '@parakh/core'
import { Moment, MomentOrNone, moment, momentOrNone } from '@parakh/core/fields'
import * as z from 'zod'

/** A submitted document. */
export const KycDocument = z.object({
  kind: z.string().describe('Such as pan-card'),
  reference: z
    .string()
    .describe('The file_id of an upload, or a reference to a document kept elsewhere, never its number'),
})
/** The file of a document, without its bytes. */
export const KycFileView = z.object({
  file_id: z.string(),
  kind: z.string(),
  name: z.string(),
  type: z.enum(KYC_FILE_TYPES),
  size_bytes: z.int(),
  state: z
    .enum(['uploaded', 'submitted', 'decided'])
    .describe('uploaded: no submission names it; submitted: it waits for a decision; decided: it is erased soon'),
  uploaded_at: Moment,
})
/** The KYC of an account. */
export const KycView = z.object({
  account_id: z.string(),
  state: z.enum(KYC_STATES),
  documents: z.array(KycDocument),
  files: z.array(KycFileView).describe('Uploaded files that are not erased yet'),
  submitted_at: MomentOrNone,
  decided_at: MomentOrNone,
  reason: z.string().nullable().describe('Why it was rejected'),
})

/** Presents a KYC. */
export const presentKyc = (file: KycFile, uploads: readonly KycUpload[]): z.input<typeof KycView> => ({
  files: uploads.map(presentKycFile),
  ...{ account_id: file.accountId, state: file.state, documents: file.documents.map((one) => ({ ...one })) },
  ...{ submitted_at: momentOrNone(file.submittedAt), decided_at: momentOrNone(file.decidedAt), reason: file.reason },
})

/** Presents a file. */
export const presentKycFile = (file: KycUpload): z.input<typeof KycFileView> => ({
  ...{ file_id: file.id, kind: file.kind, name: file.name, type: file.type, size_bytes: file.sizeBytes },
  ...{ state: file.state, uploaded_at: moment(file.uploadedAt) },
})
