import type { Clock, Outbox, OutboxEvent } from '@parakh/core'
import * as z from 'zod'
import { Counted, EnvironmentColumn, Moment } from '../columns.ts'
import type { Database } from '../connection/database.ts'

/** Ids in one statement: well below what either database binds. */
const IDS_AT_ONCE = 500

const Data = z.record(z.string(), z.unknown())
const Row = z
  .object({
    id: z.string(),
    type: z.string(),
    account_id: z.string(),
    environment: EnvironmentColumn,
    sequence: Counted,
    data: z.string(),
    at: Moment,
  })
  .transform(
    (row): OutboxEvent => ({
      id: row.id,
      type: row.type,
      accountId: row.account_id,
      environment: row.environment,
      sequence: row.sequence,
      createdAt: row.at,
      data: Data.parse(JSON.parse(row.data)),
    }),
  )

/**
 * The committed events that wait for the sink, oldest first; those of a wallet in their sequence.
 *
 * @example
 * const outbox = createOutbox({ database, clock })
 * const events = await outbox.read(100)
 * await outbox.delivered(events.map(({ id }) => id))
 */
export function createOutbox({ database, clock }: { readonly database: Database; readonly clock: Clock }): Outbox {
  return {
    async read(limit) {
      const rows = await database
        .knex(database.table('outbox'))
        .whereNull('delivered_at')
        .orderBy('position')
        .limit(limit)
      return z.array(Row).parse(rows)
    },
    async delivered(ids) {
      if (ids.length === 0) return
      const deliveredAt = clock.now().getTime()
      await database.write(async (transaction) => {
        for (let from = 0; from < ids.length; from += IDS_AT_ONCE) {
          await transaction(database.table('outbox'))
            .whereIn('id', ids.slice(from, from + IDS_AT_ONCE))
            .whereNull('delivered_at')
            .update({ delivered_at: deliveredAt })
        }
      })
    },
  }
}
