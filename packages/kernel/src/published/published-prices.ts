import { type Account, type Environment, errorFacts, type Money, type Quote, zero } from '@parakh/core'
import { priced } from '../call/quote.ts'
import type { CallParts } from '../runtime/call-parts.ts'
import type { EndpointRuntime } from '../runtime/endpoint-runtime.ts'

/** A price as it is shown to whoever looks. */
export interface PublishedPrice {
  /** Null where it is computed for each request, or differs so much that it cannot be told beforehand. */
  readonly amount: Money | null
  readonly source: Quote['source']
}

/**
 * Whoever looks at documents: an account that nobody has opened, and so has no terms of its own.
 *
 * @param above Under which account it would stand; null: under none.
 */
export const stranger = (above: string | null): Account => ({
  id: '00000000000000000000000000',
  name: '',
  role: 'customer',
  parentId: above,
  status: 'active',
  kyc: 'pending',
  apis: null,
  version: 0,
  createdAt: new Date(0),
})

/** What a stranger would be charged, endpoint by endpoint: the pricing of the host is asked, as for a call. */
export async function publishedPrices(
  parts: CallParts,
  runtimes: readonly EndpointRuntime[],
  above: string | null,
): Promise<readonly PublishedPrice[]> {
  const account = stranger(above)
  return await Promise.all(runtimes.map(({ endpoint }) => publishedPrice(parts, endpoint, account)))
}

const ENVIRONMENT: Environment = 'production'

async function publishedPrice(
  parts: CallParts,
  endpoint: EndpointRuntime['endpoint'],
  account: Account,
): Promise<PublishedPrice> {
  const own = typeof endpoint.price === 'number' ? endpoint.price : null
  const at = parts.clock.now()
  try {
    const asked = priced(parts, { endpoint, account, environment: ENVIRONMENT, listed: own ?? zero, at })
    const { price, source } = 'then' in asked ? await asked : asked
    const computed = own === null && (source === 'plugin' || source === 'default')
    return { amount: computed ? null : price, source }
  } catch (error) {
    // A page that describes calls does not fail for a price: it does not tell one that may be wrong.
    parts.logger.warn('price.not_published', { endpoint: endpoint.id, ...errorFacts(error) })
    return { amount: null, source: endpoint.priceSource ?? 'plugin' }
  }
}
