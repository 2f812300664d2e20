import { type Account, ALL_APIS, errorFacts, type Money, type Quote, zero } from '@parakh/core'
import { type PricedRequest, priced } from '../call/quote.ts'
import type { CallParts } from '../runtime/call-parts.ts'
import type { EndpointRuntime } from '../runtime/endpoint-runtime.ts'

/** A price as it is shown to whoever looks. */
export interface PublishedPrice {
  /** Null where it is computed for each request, or differs so much that it cannot be told beforehand, or is that of a tier. */
  readonly amount: Money | null
  /** Null: its tiers have one each. */
  readonly source: Quote['source'] | null
  /** The prices of one unit, in the order of declaration; none: the endpoint has no tiers. */
  readonly tiers: readonly PublishedTier[]
}
/** The price of one unit of a tier, as it is shown. */
export interface PublishedTier {
  readonly name: string
  /** Null where it cannot be told beforehand. */
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
  ...ALL_APIS,
  keysFromAbove: null,
  peopleFromAbove: null,
  hasOwner: false,
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
  return await Promise.all(runtimes.map((runtime) => publishedPrice(parts, runtime, account)))
}

async function publishedPrice(
  parts: CallParts,
  { endpoint, fixedPrice }: EndpointRuntime,
  account: Account,
): Promise<PublishedPrice> {
  const { tiers } = endpoint
  if (!tiers) {
    const own = fixedPrice ?? { listed: zero, tier: null, units: 1 }
    return { ...(await toldPrice(parts, { endpoint, own, account }, fixedPrice === null)), tiers: [] }
  }
  const told = Object.entries(tiers).map(async ([name, listed]) => {
    const own = { listed, tier: name, units: 1 }
    return { name, ...(await toldPrice(parts, { endpoint, own, account }, false)) }
  })
  return { amount: null, source: null, tiers: await Promise.all(told) }
}

/** @param isComputed The plugin's own price is not known beforehand. */
async function toldPrice(
  parts: CallParts,
  asked: Pick<PricedRequest, 'endpoint' | 'own' | 'account'>,
  isComputed: boolean,
): Promise<Pick<PublishedTier, 'amount' | 'source'>> {
  const { endpoint } = asked
  try {
    const { price, source } = await priced(parts, { ...asked, environment: 'production', at: parts.clock.now() })
    const isUnknown = isComputed && (source === 'plugin' || source === 'default')
    return { amount: isUnknown ? null : price, source }
  } catch (error) {
    // A page that describes calls does not fail for a price: it does not tell one that may be wrong.
    parts.logger.warn('price.not_published', { endpoint: endpoint.id, ...errorFacts(error) })
    return { amount: null, source: endpoint.priceSource ?? 'plugin' }
  }
}
