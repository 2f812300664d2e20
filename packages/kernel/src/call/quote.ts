import { type Call, type Caller, Failure, type Money, type Quote, zero } from '@parakh/core'
import type { EndpointRuntime } from '../compose/runtime.ts'
import { resolveNeeds } from '../handles/resolve-needs.ts'
import { Staging } from '../handles/staging.ts'
import type { Arrival } from './arrival.ts'
import type { Parsed } from './parse.ts'
import type { CallParts } from './parts.ts'
import { CallRefusal, declaredFault } from './refusal.ts'

/** The fourth stage: the price in force and its commission legs, frozen for this call. A computed price may refuse. */
export function quote(
  parts: CallParts,
  given: { arrival: Arrival; caller: Caller; parsed: Parsed },
): Quote | Promise<Quote> {
  const { arrival, caller } = given
  const { endpoint } = arrival.runtime
  const listed = typeof endpoint.price === 'number' ? endpoint.price : computedPrice(parts, given)
  return parts.pricing.quote({
    endpoint: endpoint.id,
    account: caller.account,
    environment: caller.environment,
    listed,
    listedSource: endpoint.priceSource ?? 'plugin',
    at: arrival.at,
  })
}

function computedPrice(parts: CallParts, given: { arrival: Arrival; caller: Caller; parsed: Parsed }): Money {
  const { arrival, caller, parsed } = given
  const { runtime, reference, requestId, at } = arrival
  const account = caller.account.id
  const call = { reference, requestId, at, account, environment: caller.environment, price: zero }
  return askPrice(parts, { runtime, call, caller, request: parsed.request })
}

/** What an endpoint's price function says of one request. @throws CallRefusal with a code that the endpoint declares. */
export function askPrice(
  parts: CallParts,
  given: { runtime: EndpointRuntime; call: Call; caller: Caller | null; request: Parsed['request'] },
): Money {
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
  const price = endpoint.price as (context: unknown) => Money | Failure
  const computed = price(context)
  if (typeof computed === 'number') return computed
  const spec = endpoint.errors[computed.code]
  if (!spec) throw new TypeError(`the price of ${endpoint.id} failed with a code that it does not declare`)
  throw new CallRefusal(declaredFault(computed.code, { ...spec, outcome: 'refused' }, computed.retryAfter))
}
