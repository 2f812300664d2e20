import type { EventEmitter } from 'node:events'
import type { EventSink, OutboxEvent } from '@parakh/core'

/**
 * Committed events to listeners of this process, each under its type. Whatever a listener throws is thrown here, and then the same
 * events come again: at least once, as with any broker. Look at `event.id`.
 */
export const brokerSink = (broker: EventEmitter<Record<string, [OutboxEvent]>>): EventSink => ({
  async deliver(events) {
    for (const event of events) broker.emit(event.type, event)
  },
})
