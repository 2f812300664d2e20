import type { EventSink, OutboxEvent } from '@parakh/core'
import { createMemoryStore, manualClock, sequentialIds } from '@parakh/testkit'
import { expect, it } from 'vitest'
import { decide } from '../decide/decide.ts'
import { relayOutbox, relaysOf } from './relay-outbox.ts'

async function storeWithEvents(count: number) {
  const ids = sequentialIds()
  const store = createMemoryStore({ decide, clock: manualClock(), ids })
  const { id: accountId } = await store.accounts.create({ name: 'A', role: 'developer' })
  await store.outbox.delivered((await store.outbox.read(10)).map((event) => event.id))
  const at = 0
  const writes = {
    ...{ records: [], jobs: [], refunds: [], asyncState: null },
    events: Array.from({ length: count }, () => ({ id: ids.next(), type: 'order.updated', data: {} })),
  }
  await store.billing.commit({ kind: 'commit', accountId, environment: 'sandbox', at, writes, actor: 'test' })
  return store
}
const collecting = (fails: () => boolean = () => false): EventSink & { readonly taken: OutboxEvent[] } => {
  const taken: OutboxEvent[] = []
  return {
    taken,
    deliver: async (events) => {
      if (fails()) throw new Error('the broker is away')
      taken.push(...events)
    },
  }
}
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 2)

it('hands on all that waits, in its order, and nothing twice', async () => {
  const { outbox } = await storeWithEvents(1_200)
  const sink = collecting()
  const consumer = { sink: 'broker', of: ['broker'] }
  expect(await relayOutbox({ outbox, sink, consumer })).toBe(1_200)
  expect(sink.taken.map(({ sequence }) => sequence)).toEqual(numbers(1_200))
  expect(await relayOutbox({ outbox, sink, consumer })).toBe(0)
})

it('hands the same events to a sink again that did not take them, while another one beside it goes on', async () => {
  const { outbox } = await storeWithEvents(3)
  let away = true
  const [endpoints, broker] = [collecting(), collecting(() => away)]
  const relays = [...relaysOf(outbox, new Map(Object.entries({ endpoints, broker }))).values()]
  const turn = () => Promise.allSettled(relays.map((relay) => relayOutbox(relay)))
  expect((await turn()).map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  expect([endpoints.taken.length, broker.taken.length]).toEqual([3, 0])
  away = false
  await turn()
  await turn()
  expect([endpoints.taken, broker.taken].map((taken) => taken.map(({ sequence }) => sequence))).toEqual([
    numbers(3),
    numbers(3),
  ])
  expect(await outbox.read(10)).toEqual([])
})

it('hands a sink the types that it takes, and waits for it with no other', async () => {
  const { outbox } = await storeWithEvents(3)
  const [all, some, none] = [collecting(), collecting(), collecting()]
  const sinks = new Map<string, EventSink>([
    ['all', all],
    ['some', { ...some, types: ['order.updated'] }],
    ['none', { ...none, types: ['order.lost'] }],
  ])
  for (const relay of relaysOf(outbox, sinks).values()) await relayOutbox(relay)
  expect([all.taken.length, some.taken.length, none.taken.length]).toEqual([3, 3, 0])
  expect(await outbox.read(10)).toEqual([])
})
