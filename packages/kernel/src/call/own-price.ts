import { type Call, type Caller, type Endpoint, Failure, type Price, TierPrice, zero } from '@parakh/core'
import { CallRefusal, declaredFault } from '../call-data/call-fault.ts'
import type { ParsedCall } from '../call-data/quoted-call.ts'
import { resolveNeeds } from '../handles/resolve-needs.ts'
import { Staging } from '../handles/staging.ts'
import type { CallParts } from '../runtime/call-parts.ts'
import type { EndpointRuntime } from '../runtime/endpoint-runtime.ts'
import type { OwnPrice } from '../runtime/own-price.ts'

/** The request that a price function is asked about. */
export interface PriceRequest {
  readonly runtime: EndpointRuntime
  readonly call: Call
  /** Null: nobody, in the catalogue. */
  readonly caller: Caller | null
  readonly request: ParsedCall['parsed']['request']
}

/** The plugin's own price of a call. @throws CallRefusal with a code that the endpoint declares. */
export function ownPrice(parts: CallParts, { arrival, caller, parsed }: ParsedCall): OwnPrice {
  const { runtime, reference, requestId, at } = arrival
  const account = caller.account.id
  const call = { reference, requestId, at, account, environment: caller.environment, price: zero }
  return askPrice(parts, { runtime, call, caller, request: parsed.request })
}

/** The price function's result for a request. @throws CallRefusal with a code that the endpoint declares. */
export function askPrice(parts: CallParts, { runtime, call, caller, request }: PriceRequest): OwnPrice {
  if (runtime.fixedPrice) return runtime.fixedPrice
  const { endpoint, plugin } = runtime
  const wallet = { accountId: call.account, environment: call.environment }
  const where = `the price of "${endpoint.id}"`
  const binding = { parts, plugin, wallet, staging: new Staging(), call, caller, given: {}, where }
  const context = {
    ...resolveNeeds(endpoint.needs, binding),
    request,
    call,
    fail: (code: string, more: { retryAfter?: number } = {}) => new Failure(code, more.retryAfter),
    tier: (name: string, units = 1) => tierPrice(endpoint, name, units),
  }
  const price = endpoint.price as (context: unknown) => PriceResult
  return ownPriceOf(endpoint, price(context))
}

type PriceResult = Price | TierPrice | Failure

function tierPrice({ id, tiers = {} }: Endpoint, name: string, units: number): TierPrice {
  if (!Object.hasOwn(tiers, name)) throw new TypeError(`the price of ${id} names a tier that it does not declare`)
  if (!Number.isSafeInteger(units) || units < 1)
    throw new RangeError(`the price of ${id} takes ${units} units of a tier, not a whole number above zero`)
  return new TierPrice(name, units)
}

function ownPriceOf({ id, tiers, errors }: Endpoint, result: PriceResult): OwnPrice {
  if (typeof result === 'number') {
    if (tiers) throw new TypeError(`the price of ${id} is none of its tiers`)
    return { listed: result, tier: null, units: 1 }
  }
  if (result.kind === 'tier') return { listed: tiers?.[result.tier] ?? zero, tier: result.tier, units: result.units }
  const spec = errors[result.code]
  if (!spec) throw new TypeError(`the price of ${id} failed with a code that it does not declare`)
  throw new CallRefusal(declaredFault(result.code, { ...spec, outcome: 'refused' }, result.retryAfter))
}
