import { defineEndpoint, definePlugin, defineProvider, inr, modern, operation } from '@parakh/core'
import { Pincode } from '@parakh/core/formats'
import * as z from 'zod'

const Place = z.object({ pincode: Pincode, city: z.string(), state: z.string() })

/** What the plugin asks of the world: the place of a postal code. */
export const PincodeProvider = defineProvider('pincode', {
  place: operation({ effect: 'read', input: z.object({ pincode: Pincode }), same: ['pincode'], output: Place }),
})

/** `GET /api/v1/pincode-details` */
export const pincodeDetails = defineEndpoint({
  id: 'pincode-details',
  method: 'GET',
  path: '/pincode-details',
  group: 'Places',
  summary: 'Find the city and state of a postal code',
  envelope: modern,
  price: inr('0.10'),
  request: z.object({ pincode: Pincode }),
  data: Place,
  errors: { PINCODE_NOT_FOUND: { message: 'No such postal code' } },
  uses: PincodeProvider,
  async handle({ request, provider, answer, fail }) {
    const place = await provider.place(request)
    return place ? answer(place) : fail('PINCODE_NOT_FOUND')
  },
  fixtures: [
    {
      scenario: 'success',
      request: { pincode: '411001' },
      records: { place: { pincode: '411001', city: 'Pune', state: 'Maharashtra' } },
    },
    { scenario: 'not-found', request: { pincode: '999999' } },
    { scenario: 'upstream-failure', request: { pincode: '999998' } },
    { scenario: 'throttled', request: { pincode: '999997' } },
  ],
})

/** Postal codes: a whole plugin. */
export default definePlugin({ id: 'pincode', contract: 1, provider: PincodeProvider, endpoints: [pincodeDetails] })
