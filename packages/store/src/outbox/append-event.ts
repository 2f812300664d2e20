import type { EventRow } from '@parakh/core'
import type { Knex } from 'knex'
import * as z from 'zod'
import { Counted } from '../columns.ts'
import type { Database } from '../connection/database.ts'

const Sequence = z.tuple([z.object({ event_sequence: Counted })])

/** An event as a row of `outbox`. */
export function outboxRow(event: EventRow) {
  const { id, type, accountId, environment, sequence, data, at } = event
  return { id, type, account_id: accountId, environment, sequence, data: JSON.stringify(data), at }
}

/** An event that is written outside a batch of calls. */
export type NewEvent = Omit<EventRow, 'sequence'> & {
  /** The event that it tells of once more. */
  readonly replayOf?: string
  /** The webhook endpoint that it is meant for alone. */
  readonly endpointId?: string
}

/**
 * Writes an event with the wallet's next sequence. It locks the wallet, as every call does first: what follows in the
 * same transaction is seen by calls whole or not at all.
 *
 * @param transaction The commit in which what it tells of is written.
 */
export async function appendEvent(
  transaction: Knex.Transaction,
  database: Database,
  { replayOf, endpointId, ...event }: NewEvent,
): Promise<void> {
  const { accountId, environment } = event
  const rows = await transaction(database.table('wallet'))
    .where({ account_id: accountId, environment })
    .increment('event_sequence', 1)
    .returning('event_sequence')
  const [{ event_sequence: sequence }] = Sequence.parse(rows)
  await transaction(database.table('outbox')).insert({
    ...outboxRow({ ...event, sequence }),
    ...{ replay_of: replayOf ?? null, endpoint_id: endpointId ?? null },
  })
}
