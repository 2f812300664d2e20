import { CONTRACT, type CommissionSettling, definePlugin } from '@parakh/core'
import { createTestHost, manualClock } from '@parakh/testkit'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ResaleSettings } from '../settings.ts'
import { maintainCommission, settleDaily } from './settle-commission.ts'

const MINUTE_MS = 60_000
/** A minute before half past midnight in Asia/Kolkata. */
const BEFORE = Date.parse('2026-01-16T00:29:00+05:30')

describe('commission in a running host', () => {
  let given: Awaited<ReturnType<typeof createTestHost>>
  beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(async () => {
    vi.useRealTimers()
    await given.host.stop()
  })

  const started = async (when: CommissionSettling) => {
    const plugin = definePlugin({
      ...{ id: 'resale', contract: CONTRACT, settings: ResaleSettings },
      ...{ jobs: [settleDaily], work: [maintainCommission] },
    })
    const settling = plugin({ commission: { settle: when } })
    given = await createTestHost({ plugins: [settling], clock: manualClock(new Date(BEFORE)) })
    const settle = vi.spyOn(given.store.commission, 'settle')
    await given.host.start()
    const how = () => settle.mock.calls.map(([asked]) => asked.settle)
    return { settle, how }
  }
  const minutes = async (count: number) => {
    for (let minute = 0; minute < count; minute += 1) {
      given.clock.advance(MINUTE_MS)
      await vi.advanceTimersByTimeAsync(MINUTE_MS)
    }
  }

  it('is transferred at half past midnight in India, once a day', async () => {
    const { settle, how } = await started('daily')
    await vi.advanceTimersByTimeAsync(MINUTE_MS / 2)
    expect(how()).not.toContain('daily')
    await minutes(3)
    expect(how().filter((one) => one === 'daily')).toHaveLength(1)
    const daily = settle.mock.calls.find(([asked]) => asked.settle === 'daily')?.[0]
    expect(new Date(daily?.at ?? 0).toISOString()).toBe('2026-01-15T19:00:00.000Z')
    given.clock.advance(24 * 60 * MINUTE_MS)
    await minutes(2)
    expect(how().filter((one) => one === 'daily')).toHaveLength(2)
  })

  it('is transferred after it was missed, and again after trouble', async () => {
    const { settle, how } = await started('daily')
    settle.mockRejectedValueOnce(new Error('no connection'))
    given.clock.advance(20 * 60 * MINUTE_MS)
    settle.mockImplementation(async ({ settle: asked }) => {
      if (asked === 'daily' && how().filter((one) => one === 'daily').length < 3) throw new Error('no connection')
      return { transferred: 1, recovered: 0 }
    })
    await minutes(5)
    expect(how().filter((one) => one === 'daily')).toHaveLength(3)
    expect(given.logger.of('commission.settled').at(-1)?.facts).toMatchObject({ transferred: 1, recovered: 0 })
  })

  it.each([
    ['daily', 'manual'],
    ['manual', 'manual'],
    ['immediately', 'immediately'],
  ] as const)(
    'is looked at every half minute where it is settled %s: shortfalls are taken back in any case',
    async (setting, how) => {
      const world = await started(setting)
      await vi.advanceTimersByTimeAsync(3 * (MINUTE_MS / 2))
      expect(world.how().filter((one) => one === how).length).toBeGreaterThanOrEqual(3)
      await minutes(2)
      expect(world.how().includes('daily')).toBe(setting === 'daily')
    },
  )
})
