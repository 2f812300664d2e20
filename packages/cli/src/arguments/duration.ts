import { InvalidArgumentError } from 'commander'

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 }
/** The longest overlap of a rotation: 7 days (decisions.md section 1). */
const LONGEST_SECONDS = 604_800

/**
 * Reads a duration.
 *
 * @param text A whole number and a unit: `0`, `90s`, `30m`, `24h`, `7d`.
 * @returns Seconds, 0 to 604,800.
 * @throws InvalidArgumentError for other text, or more than seven days.
 */
export function parseDuration(text: string): number {
  const match = /^(\d{1,6})([smhd])$/.exec(text === '0' ? '0s' : text)
  const seconds = match ? Number(match[1]) * (SECONDS[match[2] ?? ''] ?? Number.NaN) : Number.NaN
  if (seconds <= LONGEST_SECONDS) return seconds
  throw new InvalidArgumentError('Allowed: 0, or a whole number with s, m, h or d, at most 7d, such as 24h.')
}
