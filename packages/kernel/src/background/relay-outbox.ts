import type { Outbox, WebhookSink } from '@parakh/core'

const BATCH = 100

/** Hands committed events to the sink, oldest first; marked only when it took them: at least once. @returns How many. */
export async function relayOutbox(outbox: Outbox, sink: WebhookSink): Promise<number> {
  const events = await outbox.read(BATCH)
  if (events.length === 0) return 0
  await sink.deliver(events)
  await outbox.delivered(events.map(({ id }) => id))
  return events.length
}
