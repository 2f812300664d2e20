import type { EventRow } from '@parakh/core'
import type { Knex } from 'knex'
import * as z from 'zod'
import { Counted } from '../columns.ts'
import type { Database } from '../connection/database.ts'

const Sequence = z.tuple([z.object({ event_sequence: Counted })])

function outboxRow(event: EventRow) {
  const { id, type, accountId, environment, sequence, data, at } = event
  return { id, type, account_id: accountId, environment, sequence, data: JSON.stringify(data), at }
}

/** Writes an event that has its number already. */
export async function insertEvent(
  transaction: Knex.Transaction,
  { table, events }: Pick<Database, 'table' | 'events'>,
  { event, replayOf, endpointId }: { event: EventRow; replayOf?: string; endpointId?: string },
): Promise<void> {
  const of = { replay_of: replayOf ?? null, endpoint_id: endpointId ?? null }
  await transaction(table('outbox')).insert({ ...outboxRow(event), ...of })
  // A replay is for webhook endpoints: it happened before.
  if (replayOf === undefined) events.written(transaction, event)
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
  const told = { ...(replayOf === undefined ? {} : { replayOf }), ...(endpointId === undefined ? {} : { endpointId }) }
  await insertEvent(transaction, database, { event: { ...event, sequence }, ...told })
}
