import { ConsentVerifiers, definePlugin } from '@parakh/core'
import * as z from 'zod'

const Kept = z.object({
  purposes: z.array(z.string()),
  until: z.iso.datetime().transform((text) => new Date(text)),
  withdrawn: z.boolean(),
})

/** Asks a consent manager, by the reference that the call states. */
export const acmeConsents = ConsentVerifiers.driver({
  id: 'acme-consents',
  options: z.strictObject({ url: z.url() }),
  needs: {},
  make: ({ options: { url } }) => ({
    async verify({ artefact, purpose, at }, signal) {
      const answer = await fetch(`${url}/consents/${encodeURIComponent(artefact)}`, { signal, redirect: 'error' })
      if (answer.status === 404) return { kind: 'invalid', reason: 'unknown' }
      // What is thrown refuses the call: nobody knows whether the consent holds.
      if (!answer.ok) throw new Error(`the consent manager answered ${answer.status}`)
      const { purposes, until: expiresAt, withdrawn } = Kept.parse(await answer.json())
      if (withdrawn) return { kind: 'invalid', reason: 'withdrawn' }
      if (!purposes.includes(purpose)) return { kind: 'invalid', reason: 'other_purpose' }
      return expiresAt <= at ? { kind: 'expired' } : { kind: 'valid', expiresAt }
    },
  }),
})

export default definePlugin({ id: 'acme-consents', contract: 1, contributes: [acmeConsents] })
