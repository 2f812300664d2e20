import type { Clock, Credentials, RateState } from '@parakh/core'
import { MinuteLimit } from './minute-limit.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
const MOST_PROVEN = 50_000
const PAIR_CHARACTERS = 40

/** What a request presents: its credentials, or the name of the scheme that decides where those are known to the scheme alone. */
export type Presented = Credentials | { readonly name: string }

/** Why an address has to wait: `retryAfter` is whole seconds. */
export interface AddressWait {
  readonly retryAfter: number
  readonly rate: RateState
}

/** Each is a number of 60 s. */
export interface AddressSettings {
  /** Failures of one pair of address and key. */
  readonly failedAuth: number
  /** Failures and unknown paths of one address. */
  readonly unknownKeys: number
  /** Calls of one address; absent: no limit. */
  readonly address?: number | undefined
}

/**
 * What is limited before it is known who calls: failed credentials by address and key, unknown keys and paths by address (decisions.md
 * sections 4 and 13). Of a scheme that proves external subjects they are counted by address and scheme. Credentials that were proven from an address within the hour are not refused for what others of that address
 * fail. Of one process: it spares look-ups, it holds no money.
 */
export class AddressLimits {
  readonly #clock: Clock
  readonly #pairs: MinuteLimit
  readonly #unknown: MinuteLimit
  readonly #calls: MinuteLimit | null
  /** When each was proven last, in monotonic milliseconds; in memory only. */
  readonly #proven = new Map<string, number>()

  constructor(clock: Clock, { failedAuth, unknownKeys, address }: AddressSettings) {
    this.#clock = clock
    this.#pairs = new MinuteLimit(clock, failedAuth)
    this.#unknown = new MinuteLimit(clock, unknownKeys)
    this.#calls = address === undefined ? null : new MinuteLimit(clock, address)
  }

  /** Counts a call of an address, where addresses are limited. @returns Null: it passes. */
  call(ip: string): AddressWait | null {
    return this.#calls ? countOrWait(this.#calls, ip) : null
  }

  /** Whether credentials have to wait before they are looked up; null: they do not. */
  waitOf(ip: string, credentials: Presented): AddressWait | null {
    const wait = waitIn(this.#pairs, pairOf(ip, credentials)) ?? waitIn(this.#unknown, ip)
    return wait && this.#isProven(proofOf(ip, credentials)) ? null : wait
  }

  /** Counts credentials that nobody has for their pair, and forgets that they were proven. */
  failed(ip: string, credentials: Presented): void {
    // Of a scheme it is not known whose they were: others of the address stay proven.
    if (!('name' in credentials)) this.#proven.delete(proofOf(ip, credentials))
    this.#pairs.count(pairOf(ip, credentials))
  }

  /** Remembers credentials that were found to be right. */
  proved(ip: string, credentials: Presented): void {
    const proof = proofOf(ip, credentials)
    const now = this.#clock.monotonicMs()
    const before = this.#proven.get(proof)
    if (before !== undefined && now - before < MINUTE_MS) return
    this.#proven.delete(proof)
    const [oldest] = this.#proven.keys()
    if (this.#proven.size >= MOST_PROVEN && oldest !== undefined) this.#proven.delete(oldest)
    this.#proven.set(proof, now)
  }

  /** Counts a 401 or a path that nobody answers. @returns Null: it is told so. */
  unknown(ip: string): AddressWait | null {
    return countOrWait(this.#unknown, ip)
  }

  #isProven(proof: string): boolean {
    const at = this.#proven.get(proof)
    return at !== undefined && this.#clock.monotonicMs() - at < HOUR_MS
  }
}

/** Cut: what is remembered of strangers must not be as long as they like. */
const pairOf = (ip: string, presented: Presented): string =>
  'name' in presented
    ? `${ip} by ${presented.name}`
    : `${ip} ${(presented.apiKey ?? presented.bearer ?? '').slice(-PAIR_CHARACTERS)}`

/** With the secret: who knows a public key alone has proven nothing. */
function proofOf(ip: string, presented: Presented): string {
  if ('name' in presented) return pairOf(ip, presented)
  const { apiKey = '', apiSecret = '', bearer = '' } = presented
  return `${ip} ${apiKey} ${apiSecret} ${bearer}`
}

function waitIn(limit: MinuteLimit, name: string): AddressWait | null {
  const retryAfter = limit.waitSeconds(name)
  return retryAfter === 0 ? null : { retryAfter, rate: { limit: limit.limit, remaining: 0 } }
}

function countOrWait(limit: MinuteLimit, name: string): AddressWait | null {
  const wait = waitIn(limit, name)
  if (!wait) limit.count(name)
  return wait
}
