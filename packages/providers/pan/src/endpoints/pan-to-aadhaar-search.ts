import { defineEndpoint, inr, modern } from '@parakh/core'
import { Consent, Pan } from '@parakh/core/formats'
import { PERSONS } from '@parakh/core/sandbox-people'
import * as z from 'zod'
import { PanProvider } from '../contract.ts'
import { linkOf, PAN_OF, PEOPLE } from '../fixtures.ts'

/** `POST /pan-to-aadhaar-search`, regulated (interface.md, Identity Verification; decisions.md section 11). */
export const panToAadhaarSearch = defineEndpoint({
  id: 'pan-to-aadhaar-search',
  method: 'POST',
  path: '/pan-to-aadhaar-search',
  group: 'Identity Verification',
  summary: 'Check whether an identifier is linked to a PAN; it is never shown whole',
  envelope: modern,
  price: inr('5'),
  request: z.object({ pan: Pan, consent: Consent.describe('"Y" confirms the consent of the holder') }),
  data: z.object({
    pan: z.string(),
    linked: z.boolean(),
    id_masked: z.string().describe('The linked identifier, masked'),
    seeded_on: z
      .string()
      .nullable()
      .describe('The day of the last seeding, YYYY-MM-DD; null where the source has none'),
    name: z.string(),
  }),
  errors: { NOT_LINKED: { message: 'No identifier is seeded against this PAN' } },
  uses: PanProvider.pick('link'),
  consent: { purpose: 'pan-to-aadhaar-search', subject: (request) => request.pan, regulated: true },
  async handle({ request, provider, answer, fail }) {
    const link = await provider.link({ pan: request.pan })
    if (!link?.aadhaar) return fail('NOT_LINKED')
    const { pan, aadhaar, seeded_on, name } = link
    return answer({ pan, linked: true, id_masked: aadhaar.masked, seeded_on, name })
  },
  fixtures: [
    ...PEOPLE.map(({ pan }) => ({
      scenario: 'success',
      request: { pan, consent: 'Y' } as const,
      records: { link: linkOf(pan) },
    })),
    {
      scenario: 'not-linked',
      request: { pan: PERSONS.meera.pan, consent: 'Y' },
      records: { link: linkOf(PERSONS.meera.pan) },
    },
    { scenario: 'not-found', request: { pan: PAN_OF.notFound, consent: 'Y' }, records: { link: null } },
    { scenario: 'upstream-failure', request: { pan: PAN_OF.failure, consent: 'Y' } },
    { scenario: 'throttled', request: { pan: PAN_OF.throttled, consent: 'Y' } },
  ],
})
