import { KYC_STATES, type KycFile } from '@parakh/core'
import { MomentOrNone, momentOrNone } from '@parakh/core/fields'
import * as z from 'zod'

/** A submitted document. */
export const KycDocument = z.object({
  kind: z.string().describe('Such as pan-card'),
  reference: z.string().describe('A reference to the stored document, never its number'),
})
/** The KYC of an account. */
export const KycView = z.object({
  account_id: z.string(),
  state: z.enum(KYC_STATES),
  documents: z.array(KycDocument),
  submitted_at: MomentOrNone,
  decided_at: MomentOrNone,
  reason: z.string().nullable().describe('Why it was rejected'),
})

/** Presents a KYC. */
export const presentKyc = (file: KycFile): z.input<typeof KycView> => ({
  ...{ account_id: file.accountId, state: file.state, documents: file.documents.map((one) => ({ ...one })) },
  ...{ submitted_at: momentOrNone(file.submittedAt), decided_at: momentOrNone(file.decidedAt), reason: file.reason },
})
