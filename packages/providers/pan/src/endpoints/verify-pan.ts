import { defineEndpoint, inr, verify } from '@parakh/core'
import { Pan } from '@parakh/core/formats'
import * as z from 'zod'
import { categoryOf, PanProvider } from '../contract.ts'
import { ASHA, COMPANY, KABIR, PAN_OF } from '../fixtures.ts'

/** `POST /verify/pan` (interface.md, Verify endpoints). */
export const verifyPan = defineEndpoint({
  id: 'verify-pan',
  method: 'POST',
  path: '/verify/pan',
  group: 'Verify',
  summary: 'Verify a PAN',
  envelope: verify,
  price: inr('2'),
  priceSource: 'default',
  request: z.object({ pan: Pan }),
  data: z.object({ pan: z.string(), name: z.string(), category: z.string(), aadhaar_seeded: z.boolean() }),
  errors: { NOT_FOUND: { message: 'The source has no such PAN' } },
  uses: PanProvider.pick('verify'),
  async handle({ request, provider, answer, fail }) {
    const found = await provider.verify(request)
    return found ? answer({ ...found, category: categoryOf(found) }) : fail('NOT_FOUND')
  },
  fixtures: [
    {
      scenario: 'success',
      request: { pan: ASHA.pan },
      records: { verify: { pan: ASHA.pan, name: ASHA.name, aadhaar_seeded: true } },
    },
    {
      scenario: 'not-seeded',
      request: { pan: KABIR.pan },
      records: { verify: { pan: KABIR.pan, name: KABIR.name, aadhaar_seeded: false } },
    },
    {
      scenario: 'company',
      request: { pan: COMPANY.pan },
      records: { verify: { pan: COMPANY.pan, name: COMPANY.name, aadhaar_seeded: false } },
    },
    { scenario: 'not-found', request: { pan: PAN_OF.notFound }, records: { verify: null } },
    { scenario: 'upstream-failure', request: { pan: PAN_OF.failure } },
    { scenario: 'throttled', request: { pan: PAN_OF.throttled } },
  ],
})
