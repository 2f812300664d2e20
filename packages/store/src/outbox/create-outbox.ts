import type { Clock, Outbox, OutboxConsumer } from '@parakh/core'
import type { Knex } from 'knex'
import * as z from 'zod'
import type { Database } from '../connection/database.ts'
import { EventRow } from './event-row.ts'
import { leaseSink } from './lease-sink.ts'
import { purgeEvents } from './purge-events.ts'

/** Ids in one statement: well below what either database binds. */
const IDS_AT_ONCE = 500

/** A sink as it is written in `delivered_sinks`. */
const mark = (sink: string): string => `,${sink},`

/**
 * The committed events that wait for the sink, oldest first; those of a wallet in their sequence.
 *
 * @example
 * const outbox = createOutbox({ database, clock })
 * const events = await outbox.read(100)
 * await outbox.delivered(events.map(({ id }) => id))
 */
export function createOutbox({ database, clock }: { readonly database: Database; readonly clock: Clock }): Outbox {
  const { knex, table } = database
  return {
    async read(limit, consumer) {
      const query = knex(table('outbox')).whereNull('delivered_at').orderBy('position').limit(limit)
      if (consumer)
        query.where((open) =>
          open.whereNull('delivered_sinks').orWhereRaw('delivered_sinks not like ?', [`%${mark(consumer.sink)}%`]),
        )
      return z.array(EventRow).parse(await query)
    },
    async delivered(ids, consumer) {
      if (ids.length === 0) return
      const deliveredAt = clock.now().getTime()
      await database.write(async (transaction) => {
        for (let from = 0; from < ids.length; from += IDS_AT_ONCE) {
          const rows = () =>
            transaction(table('outbox'))
              .whereIn('id', ids.slice(from, from + IDS_AT_ONCE))
              .whereNull('delivered_at')
          if (consumer) await markDelivered(rows, transaction, consumer)
          const all =
            consumer?.of.reduce((query, sink) => query.whereLike('delivered_sinks', `%${mark(sink)}%`), rows()) ??
            rows()
          await all.update({ delivered_at: deliveredAt })
        }
      })
    },
    lease: (claim) => leaseSink(database, claim),
    release: async (owner) => {
      await database.write((transaction) => transaction(table('outbox_lease')).where({ owner }).delete())
    },
    purge: (before) => purgeEvents(database, before),
  }
}

/** Records that one of several sinks has these events. */
const markDelivered = (rows: () => Knex.QueryBuilder, knex: Knex, { sink }: OutboxConsumer): Knex.QueryBuilder =>
  rows()
    .where((open) => open.whereNull('delivered_sinks').orWhereRaw('delivered_sinks not like ?', [`%${mark(sink)}%`]))
    .update({ delivered_sinks: knex.raw("coalesce(delivered_sinks, '') || ?", [mark(sink)]) })
