import { manualClock } from '@parakh/testkit'
import { expect, it } from 'vitest'
import { RetentionTime } from './retention-time.ts'

const YEAR_MS = 365 * 86_400_000

it('follows the time of day while that goes evenly, and back when it is set back', () => {
  const clock = manualClock()
  const retention = new RetentionTime(clock)
  clock.advance(YEAR_MS)
  expect(retention.at()).toBe(clock.now().getTime())
  clock.set(new Date(clock.now().getTime() - YEAR_MS))
  expect(retention.at()).toBe(clock.now().getTime())
})

it('does not follow a clock that is set ahead: nothing is too old for that', () => {
  const clock = manualClock()
  const retention = new RetentionTime(clock)
  const before = clock.now().getTime()
  clock.set(new Date(before + YEAR_MS))
  expect(retention.at()).toBe(before)
  clock.advance(1_000)
  expect(retention.at()).toBe(before + 1_000)
})
