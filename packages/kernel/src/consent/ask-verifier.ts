import { type ConsentVerdict, type ConsentVerifier, errorFacts, type Logger, type StatedConsent } from '@parakh/core'
import * as z from 'zod'
import { within } from '../wallet/within.ts'

/** How long a call waits for a consent verifier, in milliseconds. */
const VERIFY_MS = 3_000

const Verdict = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('valid'), expiresAt: z.date().exactOptional() }),
  z.object({ kind: z.literal('expired') }),
  z.object({ kind: z.literal('invalid'), reason: z.string().regex(/^[a-z0-9_-]{1,40}$/) }),
])

/**
 * Asks a consent verifier, within 3 seconds.
 *
 * @returns Null: it could not be asked, or answered something else. Such a call is refused.
 */
export async function askVerifier(
  verifier: ConsentVerifier,
  { consent, name, logger }: { readonly consent: StatedConsent; readonly name: string; readonly logger: Logger },
): Promise<ConsentVerdict | null> {
  try {
    return Verdict.parse(await within(VERIFY_MS, async (signal) => await verifier.verify(consent, signal)))
  } catch (error) {
    logger.error('consent.not_verified', { verifier: name, endpoint: consent.endpoint, ...errorFacts(error) })
    return null
  }
}
