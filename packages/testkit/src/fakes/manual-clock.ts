import type { Clock } from '@parakh/core'

/** A clock that stands still until it is told otherwise. */
export interface ManualClock extends Clock {
  /** Moves both times forward. @param milliseconds Whole, not negative. */
  advance(milliseconds: number): void
  /** Moves the time of day, forward or back, and leaves the monotonic one: what an NTP step does. */
  set(time: Date): void
}

/**
 * A clock for tests.
 *
 * @param start The time of day at first; 2026-01-15 10:00 in India unless given.
 * @example
 * const clock = manualClock()
 * clock.advance(60_000)
 */
export function manualClock(start: Date = new Date('2026-01-15T04:30:00.000Z')): ManualClock {
  let now = start.getTime()
  let monotonic = 0
  return {
    now: () => new Date(now),
    monotonicMs: () => monotonic,
    advance: (milliseconds) => {
      now += milliseconds
      monotonic += milliseconds
    },
    set: (time) => {
      now = time.getTime()
    },
  }
}
