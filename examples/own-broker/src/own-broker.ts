import type { EventEmitter } from 'node:events'
import { definePlugin, EventSinks, type OutboxEvent } from '@parakh/core'
import * as z from 'zod'

/** The application's own broker: here an emitter of the process, in the place of Kafka or a queue. */
export type Broker = EventEmitter<Record<string, [OutboxEvent]>>

/**
 * The driver `broker`. Whatever a listener throws is thrown here, and then the same events come again: at least once, as with any broker. Look at
 * `event.id`. In TypeScript, because the broker is a value of the application.
 */
export const brokerDriver = (broker: Broker) =>
  EventSinks.driver({
    id: 'broker',
    options: z.object({ types: z.array(z.string()).exactOptional() }),
    needs: {},
    make: ({ options }) => ({
      ...options,
      async deliver(events) {
        for (const event of events) broker.emit(event.type, event)
      },
    }),
  })

/** Brings the event sink `broker`. */
export const ownBroker = (broker: Broker) =>
  definePlugin({ id: 'own-broker', contract: 1, contributes: [brokerDriver(broker)] })()
