import { Metrics } from '@parakh/core'
import { createTestHost, manualClock } from '@parakh/testkit'
import { expect, it } from 'vitest'

it('tells in seconds how long the oldest event waits, and 0 once all were taken', async () => {
  const clock = manualClock()
  const { host, store } = await createTestHost({ plugins: [], clock })
  const read = async () => {
    const [metric] = host.get(Metrics).get('core/outbox') ?? []
    return await metric?.samples()
  }
  const waiting = await store.outbox.read(1_000)
  expect(waiting).not.toEqual([])
  clock.advance(90_000)
  expect(await read()).toEqual([{ value: 90 }])
  await store.outbox.delivered(waiting.map(({ id }) => id))
  expect(await read()).toEqual([{ value: 0 }])
  await host.stop()
})
