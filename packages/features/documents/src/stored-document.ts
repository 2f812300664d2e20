import { DescribedDocument } from '@parakh/core'
import * as z from 'zod'

/** An issued document as stored: its content, and until when it may be fetched. */
export const StoredDocument = z.object({
  // Without the size limit: a document that was issued opens under later limits too.
  ...DescribedDocument.shape,
  /** The id of its definition. */
  document: z.string(),
  number: z.string(),
  environment: z.enum(['sandbox', 'production']),
  /** Milliseconds since 1970, of a whole second. */
  issuedAt: z.int(),
  fingerprint: z.string(),
  verifyUrl: z.string(),
  /** Milliseconds since 1970. */
  expiresAt: z.int(),
  /** The promised lifetime of its URL. */
  lifetimeSeconds: z.int(),
})
/** The output of `StoredDocument`. */
export type StoredDocument = z.output<typeof StoredDocument>
