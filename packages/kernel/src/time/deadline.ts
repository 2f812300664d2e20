import { type Clock, UpstreamError } from '@parakh/core'
import type { DeadlineTimers } from './deadline-timers.ts'

/**
 * The end of all attempts of one call. Cleared when the call is done: a timer a call would otherwise live for 20 s. Its signal is
 * made when somebody asks for it: most calls of the sandbox never do.
 *
 * Whether it is over is read from the monotonic clock besides: a process that was stopped for longer hears first what came for it
 * meanwhile, and only then its timers, and must not send what another process has recovered (reliability.md section 2).
 */
export class Deadline {
  readonly #letGo: () => void
  readonly #endsAtMs: number
  readonly #clock: Clock
  #controller: AbortController | null = null
  #passed: ((error: UpstreamError) => void)[] = []
  #over = false

  /** @param spentMs How much of the time is spent already. */
  constructor(clock: Clock, timers: DeadlineTimers, spentMs = 0) {
    this.#clock = clock
    this.#endsAtMs = clock.monotonicMs() + timers.afterMs - spentMs
    this.#letGo = timers.start(() => this.#end(), spentMs)
  }

  #end(): void {
    this.#over = true
    this.#controller?.abort(new DOMException('The deadline passed', 'TimeoutError'))
    for (const pass of this.#passed) pass(new UpstreamError('unavailable', 'the deadline passed'))
  }

  /** Whether the time is over. */
  get isOver(): boolean {
    return this.#over || this.#clock.monotonicMs() >= this.#endsAtMs
  }

  /** Aborts when the time is over. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController()
    if (this.isOver) this.#controller.abort()
    return this.#controller.signal
  }

  /** The work, or `UpstreamError` when the time is over first, whether or not the work heeds the signal. */
  race<T>(work: Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#passed.push(reject)
      work.then(resolve, reject)
    })
  }

  /** Lets the timer go. */
  clear(): void {
    this.#letGo()
  }
}
