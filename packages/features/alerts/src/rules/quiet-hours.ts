import type { QuietHours } from '../settings.ts'

const MINUTE_MS = 60_000
const DAY_MINUTES = 1_440
/** Asia/Kolkata, which has no summer time. */
const INDIA_MINUTES = 330

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const after = (from: number, to: number): number => (to - from + DAY_MINUTES) % DAY_MINUTES

/** When the quiet hours end in which a moment is; null: it is in none. @param at Milliseconds since 1970, and so the answer. */
export function quietUntil(at: number, quiet: QuietHours | null): number | null {
  if (quiet === null) return null
  const minute = Math.floor(at / MINUTE_MS)
  const ofDay = (minute + INDIA_MINUTES) % DAY_MINUTES
  const [from, until] = [minutesOf(quiet.from), minutesOf(quiet.until)]
  return after(from, ofDay) < after(from, until) ? (minute + after(ofDay, until)) * MINUTE_MS : null
}
