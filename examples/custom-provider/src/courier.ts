import {
  defineEndpoint,
  definePlugin,
  defineSettings,
  modern,
  Price,
  service,
  token,
  UpstreamError,
  zero,
} from '@parakh/core'
import * as z from 'zod'

const Settings = defineSettings('courier', z.object({ ratesUrl: z.url().default('https://rates.acme.example') }))

/** What a parcel to a country costs now, at a service elsewhere. */
interface Rates {
  of(country: string, signal: AbortSignal): Promise<Price | null>
}
const Rates = token<Rates>('courier.rates')
const Reply = z.object({ rupees: Price.nullable() })

const ratesByHttp = service(Rates, { settings: Settings }, ({ settings }) => ({
  async of(country, signal) {
    const response = await fetch(`${settings.ratesUrl}/${country}`, { signal })
    if (!response.ok) throw new UpstreamError('unavailable', `the rates answered ${response.status}`)
    return Reply.parse(await response.json()).rupees
  },
}))

/** `POST /api/v1/parcel-label`: its price is asked for while the caller waits, before anything is held. */
export const parcelLabel = defineEndpoint({
  id: 'parcel-label',
  method: 'POST',
  path: '/parcel-label',
  group: 'Parcels',
  summary: 'Make the label of a parcel',
  envelope: modern,
  request: z.object({ country: z.string().regex(/^[A-Z]{2}$/) }),
  data: z.object({ label: z.string() }),
  errors: { NOT_SERVED: { message: 'Nobody delivers there' } },
  needs: { rates: Rates },
  async price({ request, call, rates, fail, signal }) {
    if (call.environment === 'sandbox') return zero
    return (await rates.of(request.country, signal)) ?? fail('NOT_SERVED')
  },
  handle: async ({ request, call, answer }) => answer({ label: `${request.country}-${call.reference}` }),
  fixtures: [{ scenario: 'success', request: { country: 'NP' } }],
})

/** A plugin whose price waits for another service. */
export default definePlugin({
  ...{ id: 'courier', contract: 1, settings: Settings },
  services: [ratesByHttp],
  endpoints: [parcelLabel],
})
