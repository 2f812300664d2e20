import type { Outbox, OutboxConsumer, WebhookSink } from '@parakh/core'

const BATCH = 500
/** Batches of one turn: whoever stops the host waits for no more. */
const MOST_BATCHES = 20

/** From where to where. */
export interface Relay {
  readonly outbox: Outbox
  readonly sink: WebhookSink
  /** Where there are several sinks side by side: this one's place among them. */
  readonly consumer?: OutboxConsumer
}

/** Hands committed events to a sink, oldest first; marked only when it took them: at least once. @returns How many. */
export async function relayOutbox({ outbox, sink, consumer }: Relay): Promise<number> {
  let handed = 0
  for (let batch = 0; batch < MOST_BATCHES; batch += 1) {
    const events = await outbox.read(BATCH, consumer)
    if (events.length === 0) break
    await sink.deliver(events)
    await outbox.delivered(
      events.map(({ id }) => id),
      consumer,
    )
    handed += events.length
    if (events.length < BATCH) break
  }
  return handed
}

/** The relays of a sink by the names of their background tasks: one, or one per sink of `sideBySide`. */
export function relaysOf(outbox: Outbox, sink: WebhookSink): ReadonlyMap<string, Relay> {
  if (sink.sinks === undefined) return new Map([['outbox', { outbox, sink }]])
  const of = Object.keys(sink.sinks)
  return new Map(
    Object.entries(sink.sinks).map(([name, one]) => [
      `outbox.${name}`,
      { outbox, sink: one, consumer: { sink: name, of } },
    ]),
  )
}
