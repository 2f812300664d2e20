import { type Endpoint, isOpenCall, type PriceQuestion, priceOf, type Quote, quoteFault, zero } from '@parakh/core'
import { refuse } from '../call-data/call-fault.ts'
import type { ParsedCall } from '../call-data/quoted-call.ts'
import { claimOf } from '../request/request-id.ts'
import type { CallParts } from '../runtime/call-parts.ts'
import type { OwnPrice } from '../runtime/own-price.ts'
import { ownPrice } from './own-price.ts'

/**
 * The fourth stage: the price in force and its commission legs, fixed for this call. A price function may refuse, and may wait: nothing is
 * held yet.
 */
export function quote(parts: CallParts, call: ParsedCall): Quote | Promise<Quote> {
  const { fixedPrice, priceWaits } = call.arrival.runtime
  if (fixedPrice) return quoteOf(parts, call, fixedPrice)
  if (priceWaits) return quoteWaiting(parts, call, null)
  const own = begunPrice(parts, call)
  return 'then' in own ? quoteWaiting(parts, call, own) : quoteOf(parts, call, own)
}

/** A refusal as a promise: whatever a price function says now, a repeated call is answered from the store. */
function begunPrice(parts: CallParts, call: ParsedCall): OwnPrice | Promise<OwnPrice> {
  try {
    return ownPrice(parts, call)
  } catch (error) {
    return Promise.reject(error)
  }
}

function quoteOf(parts: CallParts, { arrival, caller }: ParsedCall, own: OwnPrice): Quote | Promise<Quote> {
  const { account, environment } = caller
  return priced(parts, { endpoint: arrival.runtime.endpoint, own, account, environment, at: arrival.at })
}

/**
 * A repeated call is answered from the store, so nobody is asked for its price.
 *
 * @param begun What a price function that is not `async` gave; null: it was not called yet.
 */
async function quoteWaiting(parts: CallParts, call: ParsedCall, begun: Promise<OwnPrice> | null): Promise<Quote> {
  begun?.catch(() => undefined)
  return (await earlierQuote(parts, call)) ?? (await quoteOf(parts, call, await (begun ?? ownPrice(parts, call))))
}

/** The quote of the call that ended under this request id; null: there is none, or it is not over. */
async function earlierQuote({ billing }: CallParts, { arrival, caller }: ParsedCall): Promise<Quote | null> {
  const wallet = { accountId: caller.account.id, environment: caller.environment }
  const earlier = await billing.find(wallet, { claim: claimOf(arrival.requestId) })
  if (!earlier || isOpenCall(earlier.call)) return null
  const { price, priceVersion: version, legs } = earlier.call
  return { price: priceOf(price), source: 'plugin', version, legs }
}

/** Calls that are neither held nor stored are free: pricing is not called. */
const FREE: Quote = { price: zero, source: 'plugin', version: 'plugin', legs: [] }

/** A request whose price in force is asked. */
export interface PricedRequest extends Pick<PriceQuestion, 'account' | 'environment' | 'at'> {
  readonly endpoint: Endpoint
  readonly own: OwnPrice
}

/**
 * The quote of the pricing service, which a host may have replaced.
 *
 * @throws CallRefusal for an invalid quote (`PRICE_INVALID` in the log): nothing is charged.
 */
export function priced(
  parts: Pick<CallParts, 'pricing' | 'logger'>,
  { endpoint, own, account, environment, at }: PricedRequest,
): Quote | Promise<Quote> {
  const { id, priceSource: listedSource = 'plugin', replay } = endpoint
  if (replay === false) return FREE
  const { tier, units, listed } = own
  const quoted = parts.pricing.quote({ endpoint: id, tier, units, account, environment, listed, listedSource, at })
  return 'then' in quoted ? quoted.then((found) => checked(parts, id, found)) : checked(parts, id, quoted)
}

function checked({ logger }: Pick<CallParts, 'logger'>, endpoint: string, quote: Quote): Quote {
  const fault = quoteFault(endpoint, quote)
  if (!fault) return quote
  const { code, message, facts } = fault
  logger.error('call.price_refused', { endpoint, code, ...facts, message })
  throw refuse('INTERNAL_ERROR')
}
