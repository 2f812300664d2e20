import type { Outbox, OutboxConsumer, OutboxEvent } from '@parakh/core'

const BATCH = 100

/** A durable listener, and where its events are. */
export interface ListenerRelay {
  readonly outbox: Outbox
  readonly consumer: OutboxConsumer
  readonly type: string
  /** Whether this process may hand over another event: it still has the lease, and is not ending. */
  mayGoOn(): Promise<boolean>
  handle(event: OutboxEvent): Promise<void>
}

/**
 * Hands the events of a type to a listener, one after another, each acknowledged before the next: at least once. Where the handler throws, the
 * same event is first in the next turn. A replay is for webhook endpoints, and passes.
 */
export async function relayToListener({ outbox, consumer, type, mayGoOn, handle }: ListenerRelay): Promise<void> {
  for (;;) {
    const events = await outbox.read(BATCH, consumer)
    let passed: string[] = []
    const acknowledge = async (): Promise<void> => {
      await outbox.delivered(passed, consumer)
      passed = []
    }
    for (const event of events) {
      if (event.type === type && event.replayOf === undefined) {
        await acknowledge()
        if (!(await mayGoOn())) return
        await handle(event)
      }
      passed.push(event.id)
    }
    await acknowledge()
    if (events.length < BATCH) return
  }
}
