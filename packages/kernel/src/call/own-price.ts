import { type Call, type Caller, type Endpoint, Failure, type Price, TierPrice, zero } from '@parakh/core'
import { CallRefusal, declaredFault } from '../call-data/call-fault.ts'
import type { ParsedCall } from '../call-data/quoted-call.ts'
import { resolveNeeds } from '../handles/resolve-needs.ts'
import { Staging } from '../handles/staging.ts'
import type { CallParts } from '../runtime/call-parts.ts'
import type { EndpointRuntime } from '../runtime/endpoint-runtime.ts'
import type { OwnPrice } from '../runtime/own-price.ts'
import { Deadline } from '../time/deadline.ts'
import { thrownFault } from './thrown-fault.ts'

/** The request that a price function is asked about. */
export interface PriceRequest {
  readonly runtime: EndpointRuntime
  readonly call: Call
  /** Null: nobody, in the catalogue. */
  readonly caller: Caller | null
  readonly request: ParsedCall['parsed']['request']
}

/** The plugin's own price of a call, by `askPrice`. */
export function ownPrice(parts: CallParts, { arrival, caller, parsed }: ParsedCall): OwnPrice | Promise<OwnPrice> {
  const { runtime, reference, requestId, at } = arrival
  const account = caller.account.id
  const call = { reference, requestId, at, account, environment: caller.environment, price: zero }
  return askPrice(parts, { runtime, call, caller, request: parsed.request })
}

type PriceResult = Price | TierPrice | Failure

/**
 * The plugin's own price of a request. A price function that gives a promise has the time of a call's deadline.
 *
 * @throws CallRefusal with a code that the endpoint declares, or with that of a handler that throws the same.
 */
export function askPrice(parts: CallParts, asked: PriceRequest): OwnPrice | Promise<OwnPrice> {
  const { fixedPrice, endpoint } = asked.runtime
  if (fixedPrice) return fixedPrice
  const timing: Timing = { parts, deadline: null }
  const price = endpoint.price as (context: unknown) => PriceResult | Promise<PriceResult>
  try {
    const result = price(priceContext(timing, asked))
    if (isPromise(result)) return waited(timing, asked, result)
    timing.deadline?.clear()
    return ownPriceOf(endpoint, result)
  } catch (error) {
    timing.deadline?.clear()
    throw refusalOf(parts, asked, error)
  }
}

/** The deadline of a price function, made when it is needed: most functions never wait. */
interface Timing {
  readonly parts: CallParts
  deadline: Deadline | null
}
const deadlineOf = (timing: Timing): Deadline => {
  timing.deadline ??= new Deadline(timing.parts.clock, timing.parts.deadlines)
  return timing.deadline
}

const isPromise = <T>(value: T | Promise<T>): value is Promise<T> =>
  typeof value === 'object' && value !== null && 'then' in value

function priceContext(timing: Timing, { runtime, call, caller, request }: PriceRequest): object {
  const { endpoint, plugin } = runtime
  const wallet = { accountId: call.account, environment: call.environment }
  const where = `the price of "${endpoint.id}"`
  const binding = { parts: timing.parts, plugin, wallet, staging: new Staging(), call, caller, given: {}, where }
  return {
    ...resolveNeeds(endpoint.needs, binding),
    request,
    call,
    fail: (code: string, more: { retryAfter?: number } = {}) => new Failure(code, more.retryAfter),
    tier: (name: string, units = 1) => tierPrice(endpoint, name, units),
    get signal() {
      return deadlineOf(timing).signal
    },
  }
}

async function waited(timing: Timing, asked: PriceRequest, result: Promise<PriceResult>): Promise<OwnPrice> {
  const deadline = deadlineOf(timing)
  try {
    return ownPriceOf(asked.runtime.endpoint, await deadline.race(result))
  } catch (error) {
    throw refusalOf(timing.parts, asked, error)
  } finally {
    deadline.clear()
  }
}

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

const refusalOf = (parts: CallParts, { runtime, call }: PriceRequest, error: unknown): CallRefusal =>
  error instanceof CallRefusal ? error : new CallRefusal(thrownFault(parts, { runtime, call, asked: null }, error))
