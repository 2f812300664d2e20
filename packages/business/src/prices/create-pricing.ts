import type { CommissionLeg, Money, PriceQuestion, Pricing, Quote } from '@parakh/core'
import { legsOf } from '../commission/shares.ts'
import type { EndpointPrices } from './price-book.ts'
import type { createPriceCache, KnownPrices } from './price-cache.ts'
import { monthOf, type Volumes, volumeName } from './volumes.ts'

/** What pricing is made from. */
export interface PricingOptions {
  readonly cache: ReturnType<typeof createPriceCache>
  readonly volumes: Volumes
  readonly configured: ConfiguredPrices
}
/** Prices of the configuration. */
export interface ConfiguredPrices {
  /** By endpoint id. */
  readonly prices: ReadonlyMap<string, Money>
  /** Names this set of prices; stands with each posting. */
  readonly version: string
}

/** A price before anybody is paid on. */
export type BasePrice = Pick<Quote, 'price' | 'source' | 'version' | 'volume'>

/**
 * What a call costs, and who is paid of it: account over price list over configuration over plugin (design.md). Without a list, a rate
 * or a parent that is one look into a map; nothing is read for a call unless a slab goes by its volume.
 *
 * @example
 * const pricing = createPricing({ cache, volumes: new Volumes(counters, clock), configured })
 * const { price, legs } = await pricing.quote(question)
 */
export function createPricing({ cache, volumes, configured }: PricingOptions): Pricing {
  const price = (known: KnownPrices, question: PriceQuestion): Quote | Promise<Quote> => {
    const base = basePrice({ known, volumes, configured }, question)
    return 'then' in base ? base.then((found) => paidOn(known, question, found)) : paidOn(known, question, base)
  }
  return {
    quote(question) {
      const known = cache.known()
      return 'then' in known ? known.then((fresh) => price(fresh, question)) : price(known, question)
    },
  }
}

/** What a price is found in. */
export interface PriceSources extends Pick<PricingOptions, 'volumes' | 'configured'> {
  readonly known: KnownPrices
}

/** The price of an account, and what gave it. */
export function basePrice(sources: PriceSources, question: PriceQuestion): BasePrice | Promise<BasePrice> {
  const prices = sources.known.book.of(question.endpoint)
  if (!prices) return unlisted(sources, question)
  const calls = callsFor(sources.volumes, prices, question)
  return typeof calls === 'number'
    ? listed(sources, question, { prices, calls })
    : calls.then((counted) => listed(sources, question, { prices, calls: counted }))
}

/** Charged calls of this month, where a slab for this account goes by them; else 0, unread. */
export function callsFor(
  volumes: Volumes,
  prices: EndpointPrices,
  { endpoint, account, environment, at }: PriceQuestion,
): number | Promise<number> {
  const borders = prices.byVolume ? prices.borders({ account, at: at.getTime() }) : []
  return borders.length === 0 ? 0 : volumes.calls({ accountId: account.id, environment, endpoint }, borders, at)
}

/** The price of the configuration, else that of the plugin. */
export function unlisted(
  { configured }: Pick<PriceSources, 'configured'>,
  { endpoint, listed: own, listedSource }: PriceQuestion,
): BasePrice {
  const price = configured.prices.get(endpoint)
  return price === undefined
    ? { price: own, source: listedSource, version: listedSource }
    : { price, source: 'configuration', version: configured.version }
}

function listed(
  sources: PriceSources,
  question: PriceQuestion,
  { prices, calls }: { readonly prices: EndpointPrices; readonly calls: number },
): BasePrice {
  const { endpoint, account, at } = question
  const entry = prices.find({ account, at: at.getTime() }, calls)
  const volume = prices.byVolume ? { name: volumeName(endpoint), period: monthOf(at) } : undefined
  if (!entry || entry.price === null) return { ...unlisted(sources, question), volume }
  const source = entry.accountId === null ? 'list' : 'account'
  return { price: entry.price, source, version: `price-${entry.id}`, volume }
}

const NOBODY: readonly CommissionLeg[] = []

function paidOn(known: KnownPrices, { account }: PriceQuestion, base: BasePrice): Quote | Promise<Quote> {
  if (account.parentId === null || base.price === 0) return quoteOf(base, NOBODY)
  const shares = known.sharesFrom(account.parentId)
  return 'then' in shares
    ? shares.then((read) => quoteOf(base, legsOf(read, base.price)))
    : quoteOf(base, legsOf(shares, base.price))
}

const quoteOf = (base: BasePrice, legs: Quote['legs']): Quote => ({
  price: base.price,
  source: base.source,
  version: base.version,
  legs,
  pool: undefined,
  volume: base.volume,
})
