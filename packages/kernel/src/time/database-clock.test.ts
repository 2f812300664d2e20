import { collectingLogger, manualClock } from '@parakh/testkit'
import { describe, expect, it } from 'vitest'
import { DatabaseClock } from './database-clock.ts'

const HOUR_MS = 3_600_000

/** A host beside a database whose time of day is its own; a read takes so long. */
async function beside(skewMs: number, tookMs = 2) {
  const [host, database, logger] = [manualClock(), manualClock(), collectingLogger()]
  host.set(new Date(host.now().getTime() + skewMs))
  const advance = (ms: number): void => {
    host.advance(ms)
    database.advance(ms)
  }
  const line = { tookMs, reads: 0 }
  const read = async (): Promise<number> => {
    line.reads += 1
    advance(line.tookMs / 2)
    const at = database.now().getTime()
    advance(line.tookMs / 2)
    return at
  }
  const clock = new DatabaseClock({ host, read, logger })
  await clock.begin()
  const apart = (): number => clock.now().getTime() - database.now().getTime()
  return { host, database, logger, advance, line, clock, apart }
}

describe('the time of the database', () => {
  it.each([0, 1_500, HOUR_MS, -HOUR_MS])('is told by a host that is %i ms off', async (skewMs) => {
    const { apart, clock, advance } = await beside(skewMs)
    advance(4_321)
    expect(Math.abs(apart())).toBeLessThanOrEqual(2)
    expect(Math.abs(clock.skewMs - skewMs)).toBeLessThanOrEqual(2)
  })

  it('does not move when the clock of the host is set', async () => {
    const { host, apart, logger, clock } = await beside(0)
    host.set(new Date(host.now().getTime() - HOUR_MS))
    expect(Math.abs(apart())).toBeLessThanOrEqual(2)
    await clock.look()
    expect(Math.abs(apart())).toBeLessThanOrEqual(2)
    expect(logger.of('clock.skew')[0]?.facts).toMatchObject({ skew_ms: -HOUR_MS, allowed_ms: 2_000 })
  })

  it('follows the database when its clock is set', async () => {
    const { database, apart, clock } = await beside(0)
    database.set(new Date(database.now().getTime() + HOUR_MS))
    await clock.look()
    expect(Math.abs(apart())).toBeLessThanOrEqual(2)
  })

  it('takes no reading at its word that was long on the way, but for want of a better', async () => {
    const slow = await beside(HOUR_MS, 1_000)
    expect(slow.line.reads).toBe(5)
    expect(Math.abs(slow.apart())).toBeLessThanOrEqual(1_000)
    const fast = await beside(0)
    fast.line.tookMs = 1_000
    fast.database.set(new Date(fast.database.now().getTime() + HOUR_MS))
    await fast.clock.look()
    expect(fast.apart()).toBeLessThan(-HOUR_MS + 10_000)
  })

  it('never goes back for what the round trip explains', async () => {
    const { clock, line, advance } = await beside(0)
    line.tookMs = 200
    let last = clock.now().getTime()
    for (let look = 0; look < 20; look += 1) {
      await clock.look()
      advance(10)
      expect(clock.now().getTime()).toBeGreaterThanOrEqual(last)
      last = clock.now().getTime()
    }
  })

  it('tells of a skew above two seconds once, and when it is gone', async () => {
    const { host, logger, clock } = await beside(2_500)
    await clock.look()
    expect(logger.of('clock.skew')).toHaveLength(1)
    host.set(new Date(host.now().getTime() - 2_500))
    await clock.look()
    expect(logger.of('clock.agrees')).toHaveLength(1)
  })
})
