import { defineEndpoint, inr, legacy } from '@parakh/core'
import { Pan } from '@parakh/core/formats'
import * as z from 'zod'
import { GstProvider } from '../contract.ts'
import { BUSINESSES, PAN_OF, registrationsOf } from '../fixtures/scenarios.ts'
import { registeredIn } from '../registered.ts'

/** `GET /pan-to-gst`, legacy (decisions.md section 8). A PAN without a registration is the source's no, and free. */
export const panToGst = defineEndpoint({
  id: 'pan-to-gst',
  method: 'GET',
  path: '/pan-to-gst',
  group: 'Business and Tax',
  summary: 'List the GSTINs registered under a PAN',
  envelope: legacy({ message: 'Record found' }),
  price: inr('3'),
  priceSource: 'default',
  request: z.object({ pan_number: Pan }),
  data: z.object({
    pan_number: z.string(),
    gstin_count: z.int().min(1),
    gstin_list: z.array(
      z.object({
        gstin: z.string(),
        state: z.string().nullable().describe('Null for a state code that has no name'),
        state_code: z.string().describe('GST state code, two digits'),
        active_status: z.string().describe('As the source has it, such as Active or Cancelled suo-moto'),
      }),
    ),
  }),
  errors: { GSTIN_NOT_FOUND: { message: 'record not found' } },
  uses: GstProvider.pick('byPan'),
  subjects: ({ pan_number }) => [pan_number],
  async handle({ request, provider, answer, fail }) {
    const pan_number = request.pan_number
    const found = await provider.byPan({ pan: pan_number })
    const gstin_list = registeredIn(found?.registrations ?? []).map(({ gstin, state, state_code, status }) => ({
      gstin,
      state,
      state_code,
      active_status: status,
    }))
    return gstin_list.length === 0
      ? fail('GSTIN_NOT_FOUND')
      : answer({ pan_number, gstin_count: gstin_list.length, gstin_list })
  },
  fixtures: [
    ...BUSINESSES.map((business) => ({
      scenario: 'success',
      request: { pan_number: business.pan },
      records: { byPan: registrationsOf(business) },
    })),
    { scenario: 'not-found', request: { pan_number: PAN_OF.notFound }, records: { byPan: null } },
    {
      scenario: 'not-found',
      request: { pan_number: PAN_OF.notRegistered },
      records: { byPan: { pan: PAN_OF.notRegistered, registrations: [] } },
    },
    { scenario: 'upstream-failure', request: { pan_number: PAN_OF.failure } },
    { scenario: 'throttled', request: { pan_number: PAN_OF.throttled } },
  ],
})
