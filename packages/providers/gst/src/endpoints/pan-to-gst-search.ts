import { defineEndpoint, inr, modern } from '@parakh/core'
import { Consent, Pan } from '@parakh/core/formats'
import * as z from 'zod'
import { GstProvider } from '../contract.ts'
import { COMPANY } from '../fixtures/company.ts'
import { BUSINESSES, PAN_OF, registrationsOf } from '../fixtures/scenarios.ts'
import { registeredIn } from '../registered.ts'
import { StateCode } from '../states.ts'

const consent = 'Y'

/** `POST /pan-to-gst-search` (decisions.md section 8). A PAN without a registration, or without one in the state, is the source's no. */
export const panToGstSearch = defineEndpoint({
  id: 'pan-to-gst-search',
  method: 'POST',
  path: '/pan-to-gst-search',
  group: 'Business and Tax',
  summary: 'Search the GSTINs registered under a PAN, in all states or in one',
  envelope: modern,
  price: inr('3'),
  priceSource: 'default',
  request: z.object({
    pan: Pan,
    consent: Consent.describe('"Y" confirms the consent of the holder'),
    state_code: StateCode.optional().describe('GST state code, two digits; left out, all states are answered'),
  }),
  data: z.object({
    pan: z.string(),
    gstin_count: z.int().min(1),
    gstins: z.array(
      z.object({
        gstin: z.string(),
        state: z.string().nullable().describe('Null for a state code that has no name'),
        state_code: z.string().describe('GST state code, two digits'),
        status: z.string().describe('As the source has it, such as Active or Cancelled suo-moto'),
        legal_name: z.string().nullable().describe('Null where the source lists numbers alone'),
        trade_name: z.string().nullable().describe('Null where the source lists numbers alone; may be empty'),
      }),
    ),
  }),
  errors: { GSTIN_NOT_FOUND: { message: 'No GSTIN is registered under this PAN, or none in this state' } },
  uses: GstProvider.pick('byPan'),
  consent: { purpose: 'pan-to-gst-search', subject: (request) => request.pan },
  async handle({ request: { pan, state_code }, provider, answer, fail }) {
    const found = await provider.byPan({ pan, state_code })
    // Filtered here too: a source need not look in one state only.
    const gstins = registeredIn(found?.registrations ?? [], state_code)
    return gstins.length === 0 ? fail('GSTIN_NOT_FOUND') : answer({ pan, gstin_count: gstins.length, gstins })
  },
  fixtures: [
    ...BUSINESSES.map((business) => ({
      scenario: 'success',
      request: { pan: business.pan, consent } as const,
      records: { byPan: registrationsOf(business) },
    })),
    {
      scenario: 'success',
      request: { pan: COMPANY.pan, consent, state_code: '29' },
      records: { byPan: registrationsOf(COMPANY) },
    },
    { scenario: 'not-found', request: { pan: PAN_OF.notFound, consent }, records: { byPan: null } },
    {
      scenario: 'not-found',
      request: { pan: PAN_OF.notRegistered, consent },
      records: { byPan: { pan: PAN_OF.notRegistered, registrations: [] } },
    },
    { scenario: 'none-in-state', request: { pan: COMPANY.pan, consent, state_code: '33' }, records: { byPan: null } },
    { scenario: 'upstream-failure', request: { pan: PAN_OF.failure, consent } },
    { scenario: 'throttled', request: { pan: PAN_OF.throttled, consent } },
  ],
})
