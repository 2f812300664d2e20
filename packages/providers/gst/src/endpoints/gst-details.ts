import { defineEndpoint, inr, legacy } from '@parakh/core'
import { Gstin } from '@parakh/core/formats'
import * as z from 'zod'
import { GstProvider, Taxpayer } from '../contract.ts'
import { GSTIN_SCENARIOS } from '../fixtures/scenarios.ts'
import { panIn } from '../gstin-parts.ts'

/** `GET /gst-details`, legacy (decisions.md section 8). */
export const gstDetails = defineEndpoint({
  id: 'gst-details',
  method: 'GET',
  path: '/gst-details',
  group: 'Business and Tax',
  summary: 'Get the taxpayer registered under a GSTIN',
  envelope: legacy({ message: 'Record found' }),
  price: inr('2'),
  priceSource: 'default',
  request: z.object({ gstin: Gstin }),
  data: z.object({
    gstin: z.string(),
    data: z.object({ gstin: z.string(), pan_number: z.string(), ...Taxpayer.omit({ gstin: true }).shape }),
  }),
  errors: { GSTIN_NOT_FOUND: { message: 'record not found' } },
  uses: GstProvider.pick('taxpayer'),
  async handle({ request, provider, answer, fail }) {
    const taxpayer = await provider.taxpayer(request)
    if (!taxpayer) return fail('GSTIN_NOT_FOUND')
    const { gstin, ...rest } = taxpayer
    return answer({ gstin, data: { gstin, pan_number: panIn(gstin), ...rest } })
  },
  fixtures: GSTIN_SCENARIOS,
})
