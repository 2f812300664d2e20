import { setTimeout as sleep } from 'node:timers/promises'
import { isParakhError } from '@parakh/core'
import { storeErrors } from '../../error-codes.ts'

/** How long a batch is tried again. */
export interface RetryOptions {
  /** Milliseconds in all, from the first failure; 5,000. */
  readonly withinMs: number
  isRetryable(error: unknown): boolean
}

const FIRST_PAUSE_MS = 5
const LONGEST_PAUSE_MS = 250

/**
 * Tries again what failed because the database was busy or away. Also after a commit whose acknowledgement was lost: `decide`
 * recognises what it wrote.
 *
 * @throws `STORE_UNAVAILABLE` when the time is over; at once what is not worth another try.
 */
export async function retry<T>(attempt: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { withinMs, isRetryable } = options
  let over: AbortSignal | null = null
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    try {
      return await attempt()
    } catch (error) {
      if (!isRetryable(error)) throw error
      over ??= AbortSignal.timeout(withinMs)
      if (over.aborted) throw unavailable(error, withinMs)
    }
    await sleep(pauseMs)
  }
}

const unavailable = (cause: unknown, withinMs: number) =>
  storeErrors.error('STORE_UNAVAILABLE', { seconds: withinMs / 1000, reason: errorCode(cause) })

/** Whether the database was given up: such a batch is not halved, each part would wait as long again. */
export const isUnavailable = (error: unknown): boolean => isParakhError(error) && error.code === 'STORE_UNAVAILABLE'

/** The code of an error of the database or the network; its message may hold values and is left out. */
export function errorCode(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string')
    return error.code
  return error instanceof Error ? error.name : 'unknown'
}
