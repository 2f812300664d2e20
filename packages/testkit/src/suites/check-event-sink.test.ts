import type { EventSink, OutboxEvent } from '@parakh/core'
import { expect, it } from 'vitest'
import { checkEventSink } from './check-event-sink.ts'
import { testEventSink } from './test-event-sink.ts'

/** A receiver, and a sink that does to it what a test says. */
function trial(deliver: (send: (event: OutboxEvent) => void, events: readonly OutboxEvent[]) => Promise<void>) {
  const ids: string[] = []
  let away = false
  const send = ({ id }: OutboxEvent): void => {
    if (away) throw new Error('the receiver is away')
    ids.push(id)
  }
  const sink: EventSink = { deliver: (events) => deliver(send, events) }
  const interrupt = async () => {
    away = true
    return async () => {
      away = false
    }
  }
  return { sink, received: async () => ids, interrupt }
}

testEventSink('that sends one after another', async () =>
  trial(async (send, events) => {
    for (const event of events) send(event)
  }),
)

it.each([
  [
    'swallows failures',
    'a batch was taken while the receiver was away: it is lost',
    async (send: (event: OutboxEvent) => void, events: readonly OutboxEvent[]) => {
      for (const event of events)
        try {
          send(event)
        } catch {}
    },
  ],
  [
    'sends the newest first',
    'the events of account-0/production come in another order',
    async (send: (event: OutboxEvent) => void, events: readonly OutboxEvent[]) => {
      for (const event of [...events].reverse()) send(event)
    },
  ],
  [
    'keeps the last one back',
    'a batch was taken, and the receiver has not all of it',
    async (send: (event: OutboxEvent) => void, events: readonly OutboxEvent[]) => {
      for (const event of events.slice(0, -1)) send(event)
    },
  ],
])('finds a sink that %s', async (_, fault, deliver) => {
  expect(await checkEventSink(trial(deliver))).toContain(fault)
})
