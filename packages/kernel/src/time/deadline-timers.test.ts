import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { DeadlineTimers } from './deadline-timers.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function timers(afterMs: number) {
  let at = 0
  const clock = { now: () => new Date(at), monotonicMs: () => at }
  const made = new DeadlineTimers(clock, afterMs)
  return {
    start: (end: () => void) => made.start(end),
    advance(ms: number) {
      at += ms
      vi.advanceTimersByTime(ms)
    },
  }
}

it('ends all that began together, and none that was let go', () => {
  const { start, advance } = timers(1_000)
  const ended: string[] = []
  start(() => ended.push('a'))
  advance(40)
  const letGo = start(() => ended.push('b'))
  start(() => ended.push('c'))
  letGo()
  expect(vi.getTimerCount()).toBe(1)
  advance(959)
  expect(ended).toEqual([])
  advance(1)
  expect(ended).toEqual(['a', 'c'])
})

it('gives a later call a deadline of its own', () => {
  const { start, advance } = timers(1_000)
  const ended: string[] = []
  start(() => ended.push('early'))
  advance(50)
  start(() => ended.push('late'))
  advance(950)
  expect(ended).toEqual(['early'])
  advance(50)
  expect(ended).toEqual(['early', 'late'])
})

it('leaves no timer behind that would hold up a process', () => {
  const { start } = timers(1_000)
  const [one, two] = [start(() => undefined), start(() => undefined)]
  one()
  two()
  expect(vi.getTimerCount()).toBe(0)
  start(() => undefined)()
  expect(vi.getTimerCount()).toBe(0)
})
