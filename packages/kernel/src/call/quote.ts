import {
  type Call,
  type Caller,
  type Endpoint,
  Failure,
  MICRO_RUPEES_PER_PAISA,
  MICRO_RUPEES_PER_RUPEE,
  type Money,
  type Price,
  type PriceQuestion,
  type Quote,
  zero,
} from '@parakh/core'
import { CallRefusal, declaredFault, refuse } from '../call-data/call-fault.ts'
import type { ParsedCall } from '../call-data/quoted-call.ts'
import { kernelErrors } from '../error-codes.ts'
import { resolveNeeds } from '../handles/resolve-needs.ts'
import { Staging } from '../handles/staging.ts'
import type { CallParts } from '../runtime/call-parts.ts'
import type { EndpointRuntime } from '../runtime/endpoint-runtime.ts'

/** The fourth stage: the price in force and its commission legs, fixed for this call. A price function may refuse. */
export function quote(parts: CallParts, call: ParsedCall): Quote | Promise<Quote> {
  const { arrival, caller } = call
  const { endpoint } = arrival.runtime
  const listed = typeof endpoint.price === 'number' ? endpoint.price : computedPrice(parts, call)
  const { account, environment } = caller
  return priced(parts, { endpoint, account, environment, listed, at: arrival.at })
}

/** Calls that are neither held nor stored are free: pricing is not called. */
const FREE: Quote = { price: zero, source: 'plugin', version: 'plugin', legs: [] }

/**
 * The quote of the pricing service, which a host may have replaced.
 *
 * @throws CallRefusal for an invalid quote (`PRICE_INVALID` in the log): nothing is charged.
 */
export function priced(
  parts: Pick<CallParts, 'pricing' | 'logger'>,
  { endpoint, ...asked }: Omit<PriceQuestion, 'endpoint' | 'listedSource'> & { readonly endpoint: Endpoint },
): Quote | Promise<Quote> {
  const { id, priceSource: listedSource = 'plugin', replay } = endpoint
  if (replay === false) return FREE
  const quoted = parts.pricing.quote({ endpoint: id, listedSource, ...asked })
  return 'then' in quoted ? quoted.then((found) => checked(parts, id, found)) : checked(parts, id, quoted)
}

function checked({ logger }: Pick<CallParts, 'logger'>, endpoint: string, quote: Quote): Quote {
  const { price, legs, source, version } = quote
  const whole = price >= 0 && price % MICRO_RUPEES_PER_PAISA === 0 && Number.isSafeInteger(price)
  if (whole && (legs.length === 0 || areShares(legs, price))) return quote
  const paid = legs.map(({ amount }) => amount / MICRO_RUPEES_PER_RUPEE).join(', ') || 'none'
  const { code, message } = kernelErrors.error('PRICE_INVALID', {
    ...{ endpoint, paid, source, version },
    price: price / MICRO_RUPEES_PER_RUPEE,
  })
  logger.error('call.price_refused', { endpoint, code, message })
  throw refuse('INTERNAL_ERROR')
}

/** Whether the commission legs do not exceed the price. */
function areShares(legs: Quote['legs'], price: Money): boolean {
  let paid = 0
  for (const { amount } of legs) {
    if (!(Number.isSafeInteger(amount) && amount >= 0)) return false
    paid += amount
  }
  return paid <= price
}

function computedPrice(parts: CallParts, { arrival, caller, parsed }: ParsedCall): Price {
  const { runtime, reference, requestId, at } = arrival
  const account = caller.account.id
  const call = { reference, requestId, at, account, environment: caller.environment, price: zero }
  return askPrice(parts, { runtime, call, caller, request: parsed.request })
}

/** The price function's result for a request. @throws CallRefusal with a code that the endpoint declares. */
export function askPrice(
  parts: CallParts,
  given: { runtime: EndpointRuntime; call: Call; caller: Caller | null; request: ParsedCall['parsed']['request'] },
): Price {
  const { runtime, call, caller, request } = given
  const { endpoint, plugin } = runtime
  const wallet = { accountId: call.account, environment: call.environment }
  const where = `the price of "${endpoint.id}"`
  const binding = { parts, plugin, wallet, staging: new Staging(), call, caller, given: {}, where }
  const context = {
    ...resolveNeeds(endpoint.needs, binding),
    request,
    call,
    fail: (code: string, more: { retryAfter?: number } = {}) => new Failure(code, more.retryAfter),
  }
  const price = endpoint.price as (context: unknown) => Price | Failure
  const computed = price(context)
  if (typeof computed === 'number') return computed
  const spec = endpoint.errors[computed.code]
  if (!spec) throw new TypeError(`the price of ${endpoint.id} failed with a code that it does not declare`)
  throw new CallRefusal(declaredFault(computed.code, { ...spec, outcome: 'refused' }, computed.retryAfter))
}
