import { defineEndpoint, inr, verify } from '@parakh/core'
import { Gstin } from '@parakh/core/formats'
import * as z from 'zod'
import { GstProvider } from '../contract.ts'
import { GSTIN_SCENARIOS } from '../fixtures/scenarios.ts'
import { panIn, stateCodeIn } from '../gstin-parts.ts'
import { stateName } from '../states.ts'

/** `POST /verify/gst` (interface.md, Verify endpoints; decisions.md section 8). */
export const verifyGst = defineEndpoint({
  id: 'verify-gst',
  method: 'POST',
  path: '/verify/gst',
  group: 'Verify',
  summary: 'Verify a GSTIN',
  envelope: verify,
  price: inr('2'),
  priceSource: 'default',
  request: z.object({ gstin: Gstin }),
  data: z.object({
    gstin: z.string(),
    legal_name: z.string(),
    trade_name: z.string().describe('Empty where the taxpayer has none'),
    status: z.string().describe('As the source has it, such as Active, Suspended or Cancelled suo-moto'),
    taxpayer_type: z.string(),
    constitution_of_business: z.string(),
    registration_date: z.string().describe('YYYY-MM-DD'),
    state: z.string().describe('The state of the registration'),
    pan: z.string(),
  }),
  errors: { NOT_FOUND: { message: 'The source has no such GSTIN' } },
  uses: GstProvider.pick('taxpayer'),
  async handle({ request, provider, answer, fail }) {
    const taxpayer = await provider.taxpayer(request)
    if (!taxpayer) return fail('NOT_FOUND')
    const { gstin, legal_name, trade_name, taxpayer_type, constitution_of_business, principal_address } = taxpayer
    return answer({
      gstin,
      legal_name,
      trade_name,
      status: taxpayer.gstin_status,
      taxpayer_type,
      constitution_of_business,
      registration_date: taxpayer.date_of_registration,
      // A registration is for one state, where its principal place of business lies: the address knows of a state that is new.
      state: stateName(stateCodeIn(gstin)) ?? principal_address.state,
      pan: panIn(gstin),
    })
  },
  fixtures: GSTIN_SCENARIOS,
})
