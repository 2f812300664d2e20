import { defineEndpoint, inr, verify } from '@parakh/core'
import { Pan } from '@parakh/core/formats'
import { COMPANIES, PERSONS } from '@parakh/core/sandbox-people'
import * as z from 'zod'
import { categoryOf, PanProvider } from '../contract.ts'
import { PAN_OF, PEOPLE, verificationOf } from '../fixtures.ts'

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
  subjects: ({ pan }) => [pan],
  async handle({ request, provider, answer, fail }) {
    const found = await provider.verify(request)
    return found ? answer({ ...found, category: categoryOf(found) }) : fail('NOT_FOUND')
  },
  fixtures: [
    ...PEOPLE.map(({ pan }) => ({ scenario: 'success', request: { pan }, records: { verify: verificationOf(pan) } })),
    {
      scenario: 'not-seeded',
      request: { pan: PERSONS.meera.pan },
      records: { verify: verificationOf(PERSONS.meera.pan) },
    },
    {
      scenario: 'company',
      request: { pan: COMPANIES.trading.pan },
      records: { verify: verificationOf(COMPANIES.trading.pan) },
    },
    { scenario: 'not-found', request: { pan: PAN_OF.notFound }, records: { verify: null } },
    { scenario: 'upstream-failure', request: { pan: PAN_OF.failure } },
    { scenario: 'throttled', request: { pan: PAN_OF.throttled } },
  ],
})
