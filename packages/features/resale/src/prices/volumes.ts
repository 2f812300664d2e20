import { type Clock, type Counters, type Environment, type SoldItem, soldItemText } from '@parakh/core'
import { indianDay } from '@parakh/core/formats'

/** How long a count is used while no tier is near, in milliseconds. */
const FRESH_MS = 1_000
/** The largest number of cached counts; beyond it the cache is cleared. */
const MOST_KNOWN = 50_000

/** The calls that are counted. */
export interface VolumeOf extends SoldItem {
  readonly accountId: string
  readonly environment: Environment
}
/** The counter of a sold item's charged calls in a month. */
export const volumeName = (item: SoldItem): string => `volume:${soldItemText(item)}`

/** The month in Asia/Kolkata, `2026-11`. */
export const monthOf = (at: Date): string => indianDay(at).slice(0, 'YYYY-MM'.length)

interface Known {
  readonly period: string
  readonly calls: number
  /** The count of the next tier, from which on it is read again. */
  readonly border: number
  readonly readAt: number
  /** Quotes given since the read: each may have become a charged call. */
  given: number
}

/**
 * Counts of this month's charged calls, for volume tiers. A count is read again when the quotes since the last read may have reached a
 * tier, else once a second: exact for sequential calls, at most a second late if several processes serve the account (decision 0021).
 */
export class Volumes {
  readonly #known = new Map<string, Known>()

  constructor(
    private readonly counters: Counters,
    private readonly clock: Pick<Clock, 'monotonicMs'>,
  ) {}

  /**
   * @param borders The counts at which tiers begin, ascending.
   * @param at Determines the month.
   */
  calls(of: VolumeOf, borders: readonly number[], at: Date): number | Promise<number> {
    const period = monthOf(at)
    const key = `${of.accountId}/${of.environment}/${soldItemText(of)}`
    const known = this.#known.get(key)
    if (known?.period !== period || !this.#isGood(known, borders)) return this.#read({ ...of, key, period }, borders)
    known.given += 1
    return known.calls
  }

  #isGood({ calls, border, readAt, given }: Known, borders: readonly number[]): boolean {
    if (borderAfter(calls, borders) !== border) return false
    // Beyond the last tier the price does not change until the month ends.
    if (border === Number.POSITIVE_INFINITY) return true
    return calls + given < border && this.clock.monotonicMs() - readAt < FRESH_MS
  }

  async #read(of: VolumeOf & { readonly key: string; readonly period: string }, borders: readonly number[]) {
    const { accountId, environment, key, period } = of
    const readAt = this.clock.monotonicMs()
    const calls = await this.counters.value({ accountId, environment, name: volumeName(of), period })
    if (this.#known.size >= MOST_KNOWN) this.#known.clear()
    this.#known.set(key, { period, calls, border: borderAfter(calls, borders), readAt, given: 1 })
    return calls
  }
}

const borderAfter = (calls: number, borders: readonly number[]): number =>
  borders.find((border) => border > calls) ?? Number.POSITIVE_INFINITY
