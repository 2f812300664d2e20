import { collectingLogger, manualClock } from '@parakh/testkit'
import { describe, expect, it } from 'vitest'
import { LeaseTime } from './lease-time.ts'

const LEASE_MS = 30_000
const HOUR_MS = 3_600_000

function leaseTime() {
  const [clock, logger] = [manualClock(), collectingLogger()]
  const leases = new LeaseTime({ clock, leaseMs: LEASE_MS, logger })
  const at = (): number => clock.now().getTime()
  const step = (ms: number): void => clock.set(new Date(at() + ms))
  return { clock, logger, leases, at, step }
}

describe('the time by which leases end', () => {
  it('is the time of day while that goes evenly', () => {
    const { clock, logger, leases, at } = leaseTime()
    for (const ms of [2_000, 2_000, 600_000, 0]) {
      clock.advance(ms)
      expect(leases.look().at).toBe(at())
    }
    expect(logger.of('clock.stepped')).toEqual([])
  })

  it('stays behind a clock that was set ahead until every hold from before has had its time', () => {
    const { clock, logger, leases, at, step } = leaseTime()
    const held = { leaseUntil: at() + LEASE_MS }
    clock.advance(2_000)
    step(HOUR_MS)
    expect(leases.look().at).toBeLessThan(held.leaseUntil)
    expect(logger.of('clock.stepped')[0]?.facts).toEqual({ step_ms: HOUR_MS })
    clock.advance(LEASE_MS - 1)
    expect(at() - leases.look().at).toBe(HOUR_MS)
    clock.advance(1)
    expect(leases.look().at).toBe(at())
  })

  it('bears a clock that is set ahead twice', () => {
    const { clock, leases, at, step } = leaseTime()
    const start = at()
    for (let times = 1; times <= 2; times += 1) {
      step(HOUR_MS)
      clock.advance(1_000)
      expect(leases.look().at).toBe(start + times * 1_000)
    }
  })

  it('ends the holds of a time that never was, once nobody can be working on them', () => {
    const { clock, leases, at, step } = leaseTime()
    const held = { at: at(), leaseUntil: at() + LEASE_MS }
    step(-HOUR_MS)
    expect(leases.look()).toEqual({ at: at(), madeAfter: null })
    clock.advance(LEASE_MS)
    const { madeAfter } = leases.look()
    expect(madeAfter).toBeLessThan(held.at)
    expect(madeAfter).toBeGreaterThan(at())
  })

  it('ends them after a restart too, and where the clock went there and back between two looks', () => {
    const { clock, leases, at } = leaseTime()
    const held = { at: at() + HOUR_MS }
    expect(leases.look().madeAfter).toBeNull()
    clock.advance(LEASE_MS - 1)
    expect(leases.look().madeAfter).toBeNull()
    clock.advance(1)
    expect(leases.look().madeAfter).toBeLessThan(held.at)
  })
})
