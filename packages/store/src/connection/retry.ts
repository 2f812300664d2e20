import { setTimeout as sleep } from 'node:timers/promises'
import { isParakhError } from '@parakh/core'
import { troubleError } from './error-facts.ts'

/** How long a batch is tried again. */
export interface RetryOptions {
  /** Milliseconds in all. It is tried once in any case. */
  readonly withinMs: number
  /** When the time began, on `performance.now()`; now, unless given. */
  readonly sinceMs?: number
  isRetryable(error: unknown): boolean
}

const FIRST_PAUSE_MS = 5
const LONGEST_PAUSE_MS = 250

/**
 * Tries again what failed because the database was busy or unavailable. Also after an unacknowledged commit: the next try asks whether it
 * happened (decision 0013).
 *
 * @throws `STORE_UNAVAILABLE` when the time is over; at once what is not worth another try.
 */
export async function retry<T>(attempt: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { withinMs, isRetryable, sinceMs = performance.now() } = options
  // Real time, not the store's clock: a clock that a test stops would never end this.
  const over = sinceMs + withinMs
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    try {
      return await attempt()
    } catch (error) {
      if (!isRetryable(error)) throw error
      if (performance.now() + pauseMs >= over) throw unavailable(error)
    }
    await sleep(pauseMs)
  }
}

/** The error when the time is over. */
export const unavailable = (cause: unknown): unknown => troubleError(cause, 'batch')

/** Whether the database was given up: such a batch is not halved, each part would wait as long again. */
export const isUnavailable = (error: unknown): boolean => isParakhError(error) && error.code === 'STORE_UNAVAILABLE'
