import type { Clock, Counters, Environment } from '@parakh/core'
import { indianDay } from '@parakh/core/formats'

/** How long a count is taken for right while no border is near, in milliseconds. */
const FRESH_MS = 1_000
/** Counts that are remembered at most; then all are forgotten, and read again as they are needed. */
const MOST_KNOWN = 50_000

/** Which calls are counted. */
export interface VolumeOf {
  readonly accountId: string
  readonly environment: Environment
  readonly endpoint: string
}
/** The counter of an endpoint's charged calls in a month. */
export const volumeName = (endpoint: string): string => `volume:${endpoint}`

/** The month in Asia/Kolkata, `2026-11`. */
export const monthOf = (at: Date): string => indianDay(at).slice(0, 'YYYY-MM'.length)

interface Known {
  readonly period: string
  readonly calls: number
  /** Calls from which on it is read again: of the next border. */
  readonly border: number
  readonly readAt: number
  /** Quotes that were given since: each may have become a charged call. */
  given: number
}

/**
 * Counts of the charged calls of this month, for volume tiers that go by them. A count is read again when the quotes given since it was read
 * may have reached a border, and otherwise once a second: exact where the calls of an account come one after another, and at most a
 * second late where several processes serve it at once (decision 0021).
 */
export class Volumes {
  readonly #known = new Map<string, Known>()

  constructor(
    private readonly counters: Counters,
    private readonly clock: Pick<Clock, 'monotonicMs'>,
  ) {}

  /**
   * @param borders Counts from which on another price holds, ascending.
   * @param at Decides which month it is.
   */
  calls(of: VolumeOf, borders: readonly number[], at: Date): number | Promise<number> {
    const period = monthOf(at)
    const key = `${of.accountId}/${of.environment}/${of.endpoint}`
    const known = this.#known.get(key)
    if (known?.period !== period || !this.#isGood(known, borders)) return this.#read({ ...of, key, period }, borders)
    known.given += 1
    return known.calls
  }

  #isGood({ calls, border, readAt, given }: Known, borders: readonly number[]): boolean {
    if (borderAfter(calls, borders) !== border) return false
    // Past the last border nothing changes before the month does.
    if (border === Number.POSITIVE_INFINITY) return true
    return calls + given < border && this.clock.monotonicMs() - readAt < FRESH_MS
  }

  async #read(of: VolumeOf & { readonly key: string; readonly period: string }, borders: readonly number[]) {
    const { accountId, environment, endpoint, key, period } = of
    const readAt = this.clock.monotonicMs()
    const calls = await this.counters.value({ accountId, environment, name: volumeName(endpoint), period })
    if (this.#known.size >= MOST_KNOWN) this.#known.clear()
    this.#known.set(key, { period, calls, border: borderAfter(calls, borders), readAt, given: 1 })
    return calls
  }
}

const borderAfter = (calls: number, borders: readonly number[]): number =>
  borders.find((border) => border > calls) ?? Number.POSITIVE_INFINITY
