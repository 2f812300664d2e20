import type { EventSink, Outbox, OutboxConsumer, OutboxEvent } from '@parakh/core'

const BATCH = 500
/** Batches of one turn: whoever stops the host waits for no more. */
const MOST_BATCHES = 20

/** From where to where. */
export interface Relay {
  readonly outbox: Outbox
  readonly sink: EventSink
  readonly consumer: OutboxConsumer
}

/** Hands committed events to a sink, oldest first; marked only when it took them: at least once. @returns How many. */
export async function relayOutbox({ outbox, sink, consumer }: Relay): Promise<number> {
  let handed = 0
  for (let batch = 0; batch < MOST_BATCHES; batch += 1) {
    const events = await outbox.read(BATCH, consumer)
    if (events.length === 0) break
    const taken = typesOf(sink, events)
    if (taken.length > 0) await sink.deliver(taken)
    await outbox.delivered(
      events.map(({ id }) => id),
      consumer,
    )
    handed += events.length
    if (events.length < BATCH) break
  }
  return handed
}

const typesOf = ({ types }: EventSink, events: readonly OutboxEvent[]): readonly OutboxEvent[] =>
  types ? events.filter(({ type }) => types.includes(type)) : events

/** The relays of the sinks, by the names of their background tasks. */
export function relaysOf(outbox: Outbox, sinks: ReadonlyMap<string, EventSink>): ReadonlyMap<string, Relay> {
  const of = [...sinks.keys()]
  return new Map([...sinks].map(([name, sink]) => [`outbox.${name}`, { outbox, sink, consumer: { sink: name, of } }]))
}
