import { UpstreamError } from '@parakh/core'

/**
 * The end of all attempts of one call. Cleared when the call is done: a timer a call would otherwise live for 20 s. Its signal is
 * made when somebody asks for it: most calls of the sandbox never do.
 */
export class Deadline {
  readonly #timer: NodeJS.Timeout
  #controller: AbortController | null = null
  #passed: ((error: UpstreamError) => void)[] = []
  #over = false

  /** @param afterMs Milliseconds from now. */
  constructor(afterMs: number) {
    this.#timer = setTimeout(() => this.#end(), afterMs)
  }

  #end(): void {
    this.#over = true
    this.#controller?.abort(new DOMException('The deadline passed', 'TimeoutError'))
    for (const pass of this.#passed) pass(new UpstreamError('unavailable', 'the deadline passed'))
  }

  /** Whether the time is over. */
  get isOver(): boolean {
    return this.#over
  }

  /** Aborts when the time is over. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController()
    if (this.#over) this.#controller.abort()
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
    clearTimeout(this.#timer)
  }
}
