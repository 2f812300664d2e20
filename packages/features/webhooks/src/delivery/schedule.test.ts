import { expect, it } from 'vitest'
import { nextDelayMs, readRetryAfter } from './schedule.ts'

/** The published schedule (decisions.md section 9). */
const DELAYS_MS = [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 36_000].map((seconds) => seconds * 1_000)
const schedule = (random: number) => ({ delaysMs: DELAYS_MS, random: () => random })
const all = (random: number) => DELAYS_MS.map((_, index) => nextDelayMs(schedule(random), index + 1, null))

it('follows the published schedule, 20 % more or less', () => {
  const seconds = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000]
  expect(all(0.5)).toEqual([...seconds.map((s) => s * 1_000), null])
  expect(all(0)).toEqual([...seconds.map((s) => s * 800), null])
  expect(all(1)).toEqual([...seconds.map((s) => s * 1_200), null])
})

it('waits for as long as the receiver asks, up to a day, and never less than the schedule says', () => {
  expect(nextDelayMs(schedule(0.5), 1, 60_000)).toBe(60_000)
  expect(nextDelayMs(schedule(0.5), 2, 60_000)).toBe(300_000)
  expect(nextDelayMs(schedule(0.5), 1, 9e9)).toBe(86_400_000)
  expect(nextDelayMs(schedule(0.5), 8, 60_000)).toBeNull()
})

it('reads Retry-After as seconds or as a date', () => {
  const at = Date.parse('2026-01-01T00:00:00Z')
  const read = (header: string | undefined) => readRetryAfter(header, at)
  expect(['120', 'Thu, 01 Jan 2026 00:01:00 GMT', 'Wed, 31 Dec 2025 00:00:00 GMT'].map(read)).toEqual([
    120_000, 60_000, 0,
  ])
  expect([undefined, '', 'soon', '-1', '1.5', '2026-01-01'].map(read)).toEqual([null, null, null, null, null, null])
})
