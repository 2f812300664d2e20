import { defineEndpoint, inr, legacy } from '@parakh/core'
import { LegacyGender, Pan } from '@parakh/core/formats'
import { PERSONS } from '@parakh/core/sandbox-people'
import * as z from 'zod'
import { PanProvider } from '../contract.ts'
import { legacyErrors } from '../errors.ts'
import { linkOf, PAN_OF, PEOPLE } from '../fixtures.ts'

/** `GET /pan-to-aadhaar`, legacy and regulated (interface.md, Identity Verification; decisions.md section 11). */
export const panToAadhaar = defineEndpoint({
  id: 'pan-to-aadhaar',
  method: 'GET',
  path: '/pan-to-aadhaar',
  group: 'Identity Verification',
  summary: 'Find the identifier linked to a PAN',
  envelope: legacy({ message: 'Record found' }),
  price: inr('7.50'),
  request: z.object({ pan_number: Pan }),
  data: z.object({
    pan_number: z.string(),
    data: z.object({
      pan_number: z.string(),
      aadhaar_number: z.string().describe('Masked in production unless the licence allows the whole'),
      dob: z.string().describe('YYYY-MM-DD'),
      name: z.string(),
      Gender: LegacyGender,
    }),
  }),
  errors: { REQUEST_FAILED: legacyErrors.REQUEST_FAILED },
  uses: PanProvider.pick('link'),
  consent: { purpose: 'pan-to-aadhaar', subject: (request) => request.pan_number, regulated: true },
  async handle({ request, provider, answer, fail, reveal }) {
    const link = await provider.link({ pan: request.pan_number })
    if (!link?.aadhaar) return fail('REQUEST_FAILED')
    const { pan, aadhaar, dob, name, gender } = link
    return answer({
      pan_number: pan,
      data: { pan_number: pan, aadhaar_number: reveal(aadhaar), dob, name, Gender: gender ?? '' },
    })
  },
  fixtures: [
    ...PEOPLE.map(({ pan }) => ({ scenario: 'success', request: { pan_number: pan }, records: { link: linkOf(pan) } })),
    {
      scenario: 'not-linked',
      request: { pan_number: PERSONS.meera.pan },
      records: { link: linkOf(PERSONS.meera.pan) },
    },
    { scenario: 'not-found', request: { pan_number: PAN_OF.notFound }, records: { link: null } },
    { scenario: 'upstream-failure', request: { pan_number: PAN_OF.failure } },
    { scenario: 'throttled', request: { pan_number: PAN_OF.throttled } },
  ],
})
