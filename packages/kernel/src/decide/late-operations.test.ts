import type { KeyWindows } from '@parakh/core'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { countCall, lookAtWindows, NO_WINDOWS } from './rate-windows.ts'

const LIMITS = { endpoint: 3, total: 100, inFlight: 9 }
const MINUTE_MS = 60_000

// A call asks for its admission, and its batch is decided later: in another order than was asked in, by whichever process.
it('lets no more than the limit into any 60 s, in whatever order calls are decided that wait for up to ten seconds', () => {
  let outOfOrder = 0
  // Bursts, and pauses of about a minute between them.
  const gapMs = fc.oneof(fc.nat(500), fc.nat(20_000), fc.integer({ min: 45_000, max: 62_000 }))
  const step = fc.record({ gapMs, waitedMs: fc.nat(10_000) })
  fc.assert(
    fc.property(fc.array(step, { minLength: 5, maxLength: 80 }), (steps) => {
      let windows: KeyWindows = NO_WINDOWS
      let decidedAt = 1_700_000_000_000
      let latest = 0
      const passed: { readonly at: number; readonly decidedAt: number }[] = []
      for (const { gapMs, waitedMs } of steps) {
        decidedAt += gapMs
        const at = decidedAt - waitedMs
        if (at < latest) outOfOrder += 1
        latest = Math.max(latest, at)
        const question = { at, endpoint: 'a', limits: LIMITS }
        const verdict = lookAtWindows(windows, question)
        if (verdict.passes) {
          windows = countCall(windows, question)
          passed.push({ at, decidedAt })
        } else expect(verdict.retryAfter).toBeLessThanOrEqual(61)
      }
      for (const { at: start } of passed) {
        const within = passed.filter((one) => one.at >= start && one.decidedAt < start + MINUTE_MS)
        expect(within.length).toBeLessThanOrEqual(LIMITS.endpoint)
      }
    }),
    { numRuns: 500 },
  )
  expect(outOfOrder).toBeGreaterThan(0)
})
