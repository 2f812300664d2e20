/** How failed attempts are repeated. */
export interface RetrySchedule {
  /** Before the first attempt, before the second, and so on, in milliseconds. */
  readonly delaysMs: readonly number[]
  /** A number from 0 up to 1. */
  readonly random: () => number
}

const JITTER = 0.2
const LONGEST_WAIT_MS = 86_400_000

/**
 * When the attempt after a failed one is due.
 *
 * @param attempt The one that failed: 1 for the first.
 * @param retryAfterMs What the receiver asked for; at most a day is heeded.
 * @returns Milliseconds from now, 20 % more or less than the schedule says and never before what was asked for; null: it was the last.
 */
export function nextDelayMs(
  { delaysMs, random }: RetrySchedule,
  attempt: number,
  retryAfterMs: number | null,
): number | null {
  const delay = delaysMs[attempt]
  if (delay === undefined) return null
  const spread = Math.round(delay * (1 - JITTER + 2 * JITTER * random()))
  return Math.max(spread, Math.min(retryAfterMs ?? 0, LONGEST_WAIT_MS))
}

/**
 * Reads `Retry-After`.
 *
 * @param header Seconds, or a date of HTTP.
 * @param at Now, in milliseconds since 1970.
 * @returns Milliseconds from now, never less than 0; null where it says nothing.
 */
export function readRetryAfter(header: string | undefined, at: number): number | null {
  if (header === undefined) return null
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1_000
  const date = /^[A-Z][a-z]{2}, /.test(header) ? Date.parse(header) : Number.NaN
  return Number.isNaN(date) ? null : Math.max(0, date - at)
}
