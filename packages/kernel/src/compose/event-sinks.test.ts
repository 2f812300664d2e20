import { definePlugin, type EventSink, EventSinks, type OutboxEvent } from '@parakh/core'
import { createTestHost } from '@parakh/testkit'
import { expect, it, vi } from 'vitest'
import * as z from 'zod'
import { parcels } from '../../test/parcels.ts'

/** A plugin whose driver `broker` gives the sinks of a test, by the names of the configuration. */
const brokers = (sinks: Readonly<Record<string, EventSink>>) =>
  definePlugin({
    id: 'brokers',
    contract: 1,
    contributes: [
      EventSinks.driver({
        id: 'broker',
        options: z.object({}),
        needs: {},
        make: ({ name }) => sinks[name] ?? Promise.reject(new Error(`no sink ${name}`)),
      }),
    ],
  })()
const use = { use: 'broker' }

it('gives a sink committed events again until it takes them, and then no more', async () => {
  const taken: OutboxEvent[] = []
  let tries = 0
  const warehouse: EventSink = {
    async deliver(events) {
      tries += 1
      if (tries === 1) throw new Error('broker is down')
      taken.push(...events)
    },
  }
  const { host } = await createTestHost({ plugins: [parcels(), brokers({ warehouse })], events: { warehouse: use } })
  await host.start()
  await vi.waitFor(() => expect(taken.map(({ type }) => type)).toContain('wallet.credited'), { timeout: 60_000 })
  await new Promise((resolve) => setTimeout(resolve, 1_200))
  expect(new Set(taken.map(({ id }) => id)).size).toBe(taken.length)
  await host.stop()
})

it('refuses a name that deliveries could not be recorded under, and a driver that nobody brings', async () => {
  const start = (events: Record<string, object>) => createTestHost({ plugins: [parcels(), brokers({})], events })
  await expect(start({ 'a,b': use })).rejects.toMatchObject({ faults: [{ path: 'events.a,b' }] })
  await expect(start({ other: { use: 'brokr' } })).rejects.toMatchObject({
    faults: [{ code: 'DRIVER_UNKNOWN', path: 'events.other.use', message: expect.stringContaining('Allowed: broker') }],
  })
})

it('says of a driver whose plugin is not configured that the plugin has to be, in YAML and as a value', async () => {
  const deliver = async () => undefined
  const lane = EventSinks.driver({ id: 'lane', options: z.object({}), needs: {}, make: () => ({ deliver }) })
  const start = (use: object, ...beside: readonly ReturnType<typeof brokers>[]) =>
    createTestHost({ plugins: [parcels(), ...beside], events: { lane: use } })
  const message = expect.stringMatching(/Allowed: .*a driver whose plugin stands under plugins, by its package or path/)
  const faults = [{ code: 'DRIVER_UNKNOWN', path: 'events.lane.use', message }]
  await expect(start({ use: 'lane' })).rejects.toMatchObject({ faults })
  await expect(start(lane.use({}))).rejects.toMatchObject({ faults })
  await expect(start(lane.use({}), brokers({}))).rejects.toMatchObject({ faults })
})
