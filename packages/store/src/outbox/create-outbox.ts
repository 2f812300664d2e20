import type { Clock, Outbox, OutboxConsumer } from '@parakh/core'
import type { Knex } from 'knex'
import * as z from 'zod'
import { Counted } from '../columns.ts'
import type { Database } from '../connection/database.ts'
import { EventRow } from './event-row.ts'
import { leaseSink, releaseSinks } from './lease-sink.ts'
import { forgetListeners, listenersOf } from './listeners.ts'
import { purgeEvents } from './purge-events.ts'

/** Ids in one statement: well below what either database binds. */
const IDS_AT_ONCE = 500

/** A sink as it is written in `delivered_sinks`. */
const mark = (sink: string): string => `,${sink},`

/**
 * The committed events that wait for a sink, oldest first; those of a wallet in their sequence.
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
      if (consumer) query.where((open) => lacking(open, consumer))
      return z.array(EventRow).parse(await query)
    },
    async delivered(ids, consumer) {
      if (ids.length === 0) return
      await database.write(async (transaction) => {
        const listeners = consumer ? await listenersOf(transaction, database) : []
        for (let from = 0; from < ids.length; from += IDS_AT_ONCE) {
          const rows = () =>
            transaction(table('outbox'))
              .whereIn('id', ids.slice(from, from + IDS_AT_ONCE))
              .whereNull('delivered_at')
          await markDelivered(rows, transaction, { consumer, listeners, deliveredAt: clock.now().getTime() })
        }
      })
    },
    async oldestAt() {
      const waiting = knex(table('outbox')).whereNull('delivered_at').orderBy('position')
      const row: unknown = await waiting.first('at')
      return row === undefined ? null : z.object({ at: Counted }).parse(row).at
    },
    lease: (claim) => leaseSink(database, claim),
    release: (owner) => releaseSinks(database, owner, clock.now().getTime()),
    forget: (before, of) =>
      database.write(async (transaction) => {
        const { forgotten, left } = await forgetListeners(transaction, database, before)
        const waiting = transaction(table('outbox')).whereNull('delivered_at')
        await having(waiting, [...of, ...left]).update({ delivered_at: clock.now().getTime() })
        return forgotten
      }),
    watch: (committed) => database.events.watch(committed),
    purge: (before) => purgeEvents(database, before),
  }
}

/** Records that a sink has these events; without another one that waits for them, they are delivered. */
async function markDelivered(
  rows: () => Knex.QueryBuilder,
  knex: Knex,
  given: { consumer: OutboxConsumer | undefined; listeners: readonly string[]; deliveredAt: number },
): Promise<void> {
  const { consumer, listeners, deliveredAt } = given
  const sinks = new Set([...(consumer ? [consumer.sink, ...consumer.of] : []), ...listeners])
  if (consumer && sinks.size > 1)
    await rows()
      .where((open) => lacking(open, consumer))
      .update({ delivered_sinks: knex.raw("coalesce(delivered_sinks, '') || ?", [mark(consumer.sink)]) })
  await having(rows(), sinks.size > 1 ? [...sinks] : []).update({ delivered_at: deliveredAt })
}

/** Those that a sink has not. */
const lacking = (query: Knex.QueryBuilder, { sink }: OutboxConsumer): Knex.QueryBuilder =>
  query.whereNull('delivered_sinks').orWhereRaw('delivered_sinks not like ?', [`%${mark(sink)}%`])

/** Those that all these sinks have. */
const having = (query: Knex.QueryBuilder, sinks: readonly string[]): Knex.QueryBuilder =>
  sinks.reduce((narrowed, sink) => narrowed.whereLike('delivered_sinks', `%${mark(sink)}%`), query)
