import type { Clock, Logger } from '@parakh/core'

/** A reading that took longer says too little of the moment that it was taken at. */
const LONGEST_READ_MS = 250
/** The first reading is tried so often; later ones come again by themselves. */
const MOST_FIRST_READS = 5
/** Hosts and database that differ by more are told of, in milliseconds: leases are right, tokens and dates may not be. */
export const MOST_SKEW_MS = 2_000

/** What a clock of the database is made from. */
export interface DatabaseClockOptions {
  readonly host: Clock
  /** The database's time, milliseconds since 1970. */
  readonly read: () => Promise<number>
  readonly logger: Logger
}

/**
 * The time of day of the database, which every process of it shares: it is read now and then, and told by this host's monotonic time
 * in between. So two processes agree on leases and rate windows to the milliseconds of a round trip whatever their hosts say, and a
 * step of a host's clock changes nothing (reliability.md section 6, rule 14).
 */
export class DatabaseClock implements Clock {
  #anchor: { readonly at: number; readonly monotonicMs: number }
  #skewMs = 0
  #told = false

  constructor(private readonly given: DatabaseClockOptions) {
    this.#anchor = { at: given.host.now().getTime(), monotonicMs: given.host.monotonicMs() }
  }

  now(): Date {
    return new Date(Math.floor(this.#at(this.given.host.monotonicMs())))
  }
  monotonicMs(): number {
    return this.given.host.monotonicMs()
  }
  /** How far the host's time of day is ahead of the database's, in milliseconds. */
  get skewMs(): number {
    return this.#skewMs
  }

  #at(monotonicMs: number): number {
    return this.#anchor.at + monotonicMs - this.#anchor.monotonicMs
  }

  /** The first look, before any call. @throws What the read throws. */
  async begin(): Promise<void> {
    for (let tried = 1; tried <= MOST_FIRST_READS; tried += 1) if (await this.#look(tried === MOST_FIRST_READS)) return
  }

  /** Reads the database's time and goes by it from now on. */
  async look(): Promise<void> {
    await this.#look(false)
  }

  /** @returns False where the reading took too long to be of use. */
  async #look(whatever: boolean): Promise<boolean> {
    const { host, read } = this.given
    const before = host.monotonicMs()
    const at = await read()
    const after = host.monotonicMs()
    const tookMs = after - before
    if (tookMs > LONGEST_READ_MS && !whatever) return false
    const middle = before + tookMs / 2
    // It was taken at some moment of the round trip: only what that cannot explain moves the time.
    if (Math.abs(at - this.#at(middle)) > tookMs / 2 + 1) this.#anchor = { at, monotonicMs: middle }
    this.#compare(host.now().getTime() - this.#at(host.monotonicMs()))
    return true
  }

  #compare(skewMs: number): void {
    const { logger } = this.given
    this.#skewMs = Math.round(skewMs)
    const apart = Math.abs(skewMs) > MOST_SKEW_MS
    if (apart && !this.#told)
      logger.error('clock.skew', {
        skew_ms: this.#skewMs,
        allowed_ms: MOST_SKEW_MS,
        do: 'set the clock of this host (NTP)',
      })
    if (!apart && this.#told) logger.info('clock.agrees', { skew_ms: this.#skewMs })
    this.#told = apart
  }
}
