import type { Caller, Clock, RateState, RefusedWindow } from '@parakh/core'

/** Keys that are remembered at most: each has a full window. */
const MOST_KEYS = 10_000

interface Throttled {
  /** Monotonic milliseconds. */
  readonly until: number
  readonly limit: number
}
interface Refused {
  readonly endpoint: string
  readonly window: RefusedWindow
  readonly rate: RateState
  /** Whole seconds. */
  readonly retryAfter: number
}

/**
 * Keys that the store has refused for a full window, until the moment that it named: until then they are refused without asking it. A
 * window is only ever decided by the store; calls that are counted meanwhile by other processes make it free later, never earlier.
 */
export class ThrottledKeys {
  readonly #byKey = new Map<string, Map<string, Throttled>>()

  constructor(readonly clock: Clock) {}

  /** Remembers what the store decided. */
  remember(caller: Caller, { endpoint, window, rate, retryAfter }: Refused): void {
    const [holder, scope] =
      window === 'account' ? [walletOf(caller), ''] : [caller.key.id, window === 'total' ? '' : endpoint]
    const scopes = this.#byKey.get(holder) ?? new Map<string, Throttled>()
    scopes.set(scope, { until: this.clock.monotonicMs() + this.#milliseconds(retryAfter), limit: rate.limit })
    const [oldest] = this.#byKey.keys()
    if (this.#byKey.size >= MOST_KEYS && oldest !== undefined && !this.#byKey.has(holder)) this.#byKey.delete(oldest)
    this.#byKey.set(holder, scopes)
  }

  /** How long a key has to wait on an endpoint; null: the store is to be asked. */
  waitOf(caller: Caller, endpoint: string): { readonly retryAfter: number; readonly rate: RateState } | null {
    if (this.#byKey.size === 0) return null
    return this.#wait(caller.key.id, endpoint) ?? this.#wait(caller.key.id, '') ?? this.#wait(walletOf(caller), '')
  }

  /** Windows are counted in whole seconds of the day: they are free when a second begins. */
  #milliseconds(retryAfter: number): number {
    return retryAfter * 1000 - (this.clock.now().getTime() % 1000)
  }

  #wait(holder: string, scope: string) {
    const scopes = this.#byKey.get(holder)
    const found = scopes?.get(scope)
    if (!scopes || !found) return null
    const left = found.until - this.clock.monotonicMs()
    if (left > 0) return { retryAfter: Math.ceil(left / 1000), rate: { limit: found.limit, remaining: 0 } }
    scopes.delete(scope)
    if (scopes.size === 0) this.#byKey.delete(holder)
    return null
  }
}

const walletOf = ({ account, environment }: Caller): string => `${account.id}/${environment}`
