import type { KeyWindows } from '@parakh/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countCall, lookAtWindows, NO_WINDOWS } from './rate-windows.ts'

const ask = (at: number, endpoint = 'a', limits = { endpoint: 3, total: 5, inFlight: 9 }) => ({ at, endpoint, limits })

describe('rate windows', () => {
  it('let exactly the limit through, and say when the next one passes', () => {
    let windows: KeyWindows = NO_WINDOWS
    for (const at of [1_000, 2_000, 3_000]) windows = countCall(windows, ask(at))
    const verdict = lookAtWindows(windows, ask(10_500))
    expect(verdict).toMatchObject({ passes: false, retryAfter: 52, rate: { limit: 3, remaining: 0 } })
    expect(lookAtWindows(windows, ask(10_500 + 52_000)).passes).toBe(true)
    expect(lookAtWindows(windows, ask(10_500 + 50_000)).passes).toBe(false)
  })

  it('answer with the tighter of the two', () => {
    let windows: KeyWindows = NO_WINDOWS
    for (const endpoint of ['b', 'c', 'd']) windows = countCall(windows, ask(1_000, endpoint))
    expect(lookAtWindows(windows, ask(1_000)).rate).toEqual({ limit: 5, remaining: 1 })
    windows = countCall(countCall(windows, ask(1_000, 'e')), ask(1_000, 'f'))
    expect(lookAtWindows(windows, ask(1_000))).toMatchObject({ passes: false, rate: { limit: 5 } })
  })

  it('never let more than the limit through in any 60 s, and keep their word on Retry-After', () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 20_000 }), { minLength: 5, maxLength: 60 })
    fc.assert(
      fc.property(gaps, (steps) => {
        let windows: KeyWindows = NO_WINDOWS
        let at = 1_700_000_000_000
        const passed: number[] = []
        for (const gap of steps) {
          at += gap
          const verdict = lookAtWindows(windows, ask(at))
          if (verdict.passes) {
            windows = countCall(windows, ask(at))
            passed.push(at)
          } else expect(lookAtWindows(windows, ask(at + verdict.retryAfter * 1000)).passes).toBe(true)
        }
        for (const start of passed)
          expect(passed.filter((time) => time >= start && time < start + 60_000).length).toBeLessThanOrEqual(3)
      }),
    )
  })
})
