import { defineEndpoint, inr, legacy } from '@parakh/core'
import { Aadhaar } from '@parakh/core/formats'
import { PERSONS } from '@parakh/core/sandbox-people'
import * as z from 'zod'
import { PanProvider } from '../contract.ts'
import { legacyErrors } from '../errors.ts'
import { AADHAAR_OF, PEOPLE } from '../fixtures.ts'

/** `GET /aadhaar-to-pan`, legacy and regulated (interface.md, Identity Verification; decisions.md section 11). */
export const aadhaarToPan = defineEndpoint({
  id: 'aadhaar-to-pan',
  method: 'GET',
  path: '/aadhaar-to-pan',
  group: 'Identity Verification',
  summary: 'Find the PAN linked to an Aadhaar number',
  envelope: legacy({ message: 'PAN found', money: false }),
  price: inr('4.50'),
  request: z.object({ aadhaar_no: Aadhaar.describe('Aadhaar number, 12 digits') }),
  data: z.object({
    aadhaar: z.string().describe('The number asked about; masked in production unless the licence allows the whole'),
    pan_no: z.string(),
  }),
  errors: { NOT_LINKED: legacyErrors.NOT_LINKED },
  uses: PanProvider.pick('byAadhaar'),
  consent: { purpose: 'aadhaar-to-pan', subject: (request) => request.aadhaar_no, regulated: true },
  async handle({ request, provider, answer, fail, reveal }) {
    const found = await provider.byAadhaar({ aadhaar: request.aadhaar_no })
    return found ? answer({ aadhaar: reveal(request.aadhaar_no), pan_no: found.pan }) : fail('NOT_LINKED')
  },
  fixtures: [
    ...PEOPLE.map(({ aadhaar, pan }) => ({
      scenario: 'success',
      request: { aadhaar_no: aadhaar },
      records: { byAadhaar: { pan } },
    })),
    { scenario: 'not-linked', request: { aadhaar_no: PERSONS.meera.aadhaar }, records: { byAadhaar: null } },
    { scenario: 'not-found', request: { aadhaar_no: AADHAAR_OF.notFound }, records: { byAadhaar: null } },
    { scenario: 'upstream-failure', request: { aadhaar_no: AADHAAR_OF.failure } },
    { scenario: 'throttled', request: { aadhaar_no: AADHAAR_OF.throttled } },
  ],
})
