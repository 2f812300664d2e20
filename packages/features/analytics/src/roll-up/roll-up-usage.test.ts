import { CONTRACT, definePlugin, service } from '@parakh/core'
import { createTestHost } from '@parakh/testkit'
import { afterEach, expect, it, vi } from 'vitest'
import { UsageRollUps } from '../contract.ts'
import { rollUpUsage } from './roll-up-usage.ts'

const EVERY_MS = 5_000
const advance = vi.fn(async () => ({ rows: 0, caughtUp: true }))
const read = async () => ({ counts: [], latencies: [] })
const rollingUp = definePlugin({
  ...{ id: 'rolling-up', contract: CONTRACT, work: [rollUpUsage] },
  services: [service(UsageRollUps, {}, () => ({ advance, read }))],
})

afterEach(() => vi.useRealTimers())

it('makes roll-ups of the usage log every five seconds, piece by piece, until it stops', async () => {
  const { host } = await createTestHost({ plugins: [rollingUp()] })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await host.start()
  expect(advance).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(3 * EVERY_MS)
  expect(advance).toHaveBeenCalledTimes(3)
  // A host that stops has not to wait for the roll-up of a long time.
  expect(advance).toHaveBeenCalledWith(expect.any(AbortSignal))
  vi.useRealTimers()
  await host.stop()
  expect(advance).toHaveBeenCalledTimes(3)
})
