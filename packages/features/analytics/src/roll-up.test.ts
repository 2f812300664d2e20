import { CONTRACT, definePlugin } from '@parakh/core'
import { createTestHost } from '@parakh/testkit'
import { afterEach, expect, it, vi } from 'vitest'
import { rollUpUsage } from './roll-up-usage.ts'

const EVERY_MS = 5_000
const rollingUp = definePlugin({ id: 'rolling-up', contract: CONTRACT, work: [rollUpUsage] })

afterEach(() => vi.useRealTimers())

it('makes roll-ups of the usage log every five seconds, piece by piece, until it stops', async () => {
  const { host, store } = await createTestHost({ plugins: [rollingUp()] })
  const advance = vi.spyOn(store.rollUps, 'advance')
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
