/** The end of all attempts of one call. Cleared when the call is done: a timer a call would otherwise live for 20 s. */
export interface Deadline {
  /** Aborts when the time is over. */
  readonly signal: AbortSignal
  /** Lets the timer go. */
  clear(): void
}

/** Starts a deadline. @param afterMs Milliseconds from now. */
export function startDeadline(afterMs: number): Deadline {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(new DOMException('The deadline passed', 'TimeoutError')), afterMs)
  return { signal: controller.signal, clear: () => clearTimeout(timer) }
}
