import { defineEndpoint, inr, legacy, Pdf } from '@parakh/core'
import { AnyVehicle } from '@parakh/core/formats'
import * as z from 'zod'
import { RcProvider, Registration } from '../contract.ts'
import { BHARAT_SERIES, SCENARIOS } from '../fixtures/scenarios.ts'
import { RegistrationCard } from '../registration-card.ts'

/** `GET /rc-print`, legacy (interface.md, Documents and PDF; decisions.md section 8). */
export const rcPrint = defineEndpoint({
  id: 'rc-print',
  method: 'GET',
  path: '/rc-print',
  group: 'Documents and PDF',
  summary: 'Get the whole registration record of a vehicle, and a card of it to print as a PDF',
  envelope: legacy({ message: 'Record found' }),
  price: inr('5'),
  priceSource: 'default',
  request: z.object({
    rc_number: AnyVehicle.describe('Vehicle registration number of any series; spaces and hyphens are removed'),
  }),
  data: z.object({
    ...Registration.shape,
    // Text in the legacy envelope (decisions.md section 13).
    father_name: z.string().describe("Father's or husband's name; empty for an owner that is not a person"),
    ...Pdf.shape,
  }),
  errors: { RC_NOT_FOUND: { message: 'record not found' } },
  uses: RcProvider,
  needs: { card: RegistrationCard },
  subjects: ({ rc_number }) => [rc_number],
  async handle({ request, provider, card, answer, fail }) {
    const vehicle = await provider.vehicle(request)
    if (!vehicle) return fail('RC_NOT_FOUND')
    return answer({ ...vehicle, father_name: vehicle.father_name ?? '', ...(await card(vehicle)) })
  },
  fixtures: [...SCENARIOS, BHARAT_SERIES],
})
