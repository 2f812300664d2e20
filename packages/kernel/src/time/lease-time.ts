import type { Clock, Logger } from '@parakh/core'

/** The time of day moved by so much more or less than the monotonic one: it was set, in milliseconds. */
const STEP_MS = 2_000

/** Which leases have ended. */
export interface LeaseMoment {
  /** Leases that ended by then. Milliseconds since 1970. */
  readonly at: number
  /**
   * Calls made later than this are of a time that the clock was set back from, and nobody works on them. Null while somebody may:
   * for as long as a lease lasts after a step, and after the start.
   */
  readonly madeAfter: number | null
}

/** What leases are told by. */
export interface LeaseTimeOptions {
  readonly clock: Clock
  /** How long a hold lasts. */
  readonly leaseMs: number
  readonly logger: Logger
}

/**
 * The time by which leases end. A clock that is set ahead must not end all live holds at once, and one that is set back must not
 * keep the holds of the dead until it has caught up: for as long as a lease lasts after a step, leases end by the time before it
 * (reliability.md section 6, rule 14). Asked every few seconds.
 */
export class LeaseTime {
  #last: { readonly at: number; readonly monotonicMs: number }
  /** How far the clock was set ahead, while holds from before may live. */
  #aheadMs = 0
  /** Until when by the monotonic time holds from before the last step may live. */
  #livesUntilMs: number

  constructor(private readonly given: LeaseTimeOptions) {
    this.#last = this.#read()
    this.#livesUntilMs = this.#last.monotonicMs + given.leaseMs
  }

  #read(): { at: number; monotonicMs: number } {
    const { clock } = this.given
    return { at: clock.now().getTime(), monotonicMs: clock.monotonicMs() }
  }

  /** Which leases have ended now. */
  look(): LeaseMoment {
    const { at, monotonicMs } = this.#read()
    const stepMs = at - this.#last.at - (monotonicMs - this.#last.monotonicMs)
    if (Math.abs(stepMs) > STEP_MS) this.#stepped(stepMs, monotonicMs)
    this.#last = { at, monotonicMs }
    const settled = monotonicMs >= this.#livesUntilMs
    if (settled) this.#aheadMs = 0
    return { at: at - this.#aheadMs, madeAfter: settled ? at + STEP_MS : null }
  }

  #stepped(stepMs: number, monotonicMs: number): void {
    this.given.logger.error('clock.stepped', { step_ms: Math.round(stepMs) })
    this.#livesUntilMs = monotonicMs + this.given.leaseMs
    this.#aheadMs = Math.max(0, this.#aheadMs + stepMs)
  }
}
