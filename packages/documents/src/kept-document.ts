import { DescribedDocument } from '@parakh/core'
import * as z from 'zod'

/** An issued document as it is kept: all that stands on it, and how long it may be fetched. */
export const KeptDocument = z.object({
  // Not how much may stand on it: what was issued opens, whatever is allowed by then.
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
  /** What its URL was promised to last. */
  lifetimeSeconds: z.int(),
})
/** What `KeptDocument` reads. */
export type KeptDocument = z.output<typeof KeptDocument>
