import { type EventRow, LISTENER_PREFIX, type Outbox, type OutboxConsumer, type OutboxEvent } from '@parakh/core'
import type { MemoryParts } from './account-tree.ts'

const eventOf = ({ at, ...event }: EventRow): OutboxEvent => ({ ...event, createdAt: new Date(at) })

/** The outbox in memory. Leases are always granted: one process relays at a time. */
export function memoryOutbox({ tables, queue }: MemoryParts): Outbox {
  const took = (sink: string, id: string): string => `${sink}/${id}`
  const waits = (id: string, consumer?: OutboxConsumer): boolean =>
    !tables.deliveredEvents.has(id) && !(consumer && tables.deliveredEvents.has(took(consumer.sink, id)))
  const deliverIfAllHave = (id: string, sinks: Iterable<string>): void => {
    if ([...sinks].every((sink) => tables.deliveredEvents.has(took(sink, id)))) tables.deliveredEvents.add(id)
  }
  return {
    read: async (limit, consumer) =>
      tables.events
        .filter(({ id }) => waits(id, consumer))
        .slice(0, limit)
        .map(eventOf),
    delivered: async (ids, consumer) => {
      for (const id of ids) {
        if (consumer) tables.deliveredEvents.add(took(consumer.sink, id))
        deliverIfAllHave(id, consumer ? [...consumer.of, ...tables.durableListeners.keys()] : [])
      }
    },
    oldestAt: async () => tables.events.find(({ id }) => waits(id))?.at ?? null,
    lease: async ({ sink, at, leaseMs }) => {
      if (sink.startsWith(LISTENER_PREFIX)) tables.durableListeners.set(sink, at + leaseMs)
      return true
    },
    release: async () => undefined,
    forget: async (before, of) => {
      const unheard = [...tables.durableListeners].filter(([, until]) => until < before).map(([sink]) => sink)
      for (const sink of unheard) tables.durableListeners.delete(sink)
      const sinks = [...of, ...tables.durableListeners.keys()]
      for (const { id } of tables.events) deliverIfAllHave(id, sinks)
      return unheard.map((sink) => sink.slice(LISTENER_PREFIX.length))
    },
    watch: (committed) => queue.watch((events) => committed(events.map(eventOf))),
    purge: async () => 0,
  }
}
