import { eventBody, type OutboxEvent } from '@parakh/core'
import type { Knex } from 'knex'
import * as z from 'zod'
import type { Database } from '../connection/database.ts'
import { ENDPOINT_DISABLED } from './disable-endpoint.ts'
import { EndpointRow, eventsOf, takesType } from './endpoint-row.ts'
import type { WebhookParts } from './webhook-parts.ts'

/** Rows in one statement: well below what either database binds. */
const ROWS_AT_ONCE = 500

/** An attempt as it is written for the first time. */
export interface NewAttempt {
  readonly event: OutboxEvent
  readonly endpoint: Pick<EndpointRow, 'id' | 'status'>
  readonly scheduledAt: number
  readonly replay: boolean
}

/** The delivery queue of an attempt: replays have one of their own, so that they delay no new event. */
export const queueOf = (endpointId: string, replay: boolean): string => (replay ? `${endpointId}/replay` : endpointId)

/** The same event that comes again finds its first attempt there, and adds nothing. */
export async function fanOut(
  parts: WebhookParts,
  events: readonly OutboxEvent[],
  { delayMs }: { readonly delayMs: number } = { delayMs: 0 },
): Promise<void> {
  const { database } = parts
  const endpoints = await endpointsOf(database, events)
  const attempts = events.flatMap((event) =>
    (endpoints.get(`${event.accountId}/${event.environment}`) ?? [])
      .filter((endpoint) => isFor(event, endpoint))
      .map((endpoint) => ({ event, endpoint, replay: false })),
  )
  if (attempts.length === 0) return
  const scheduledAt = (await parts.now()) + delayMs
  const due = attempts.map((attempt) => ({ ...attempt, scheduledAt }))
  await database.write((transaction) => writeAttempts(transaction, parts, due))
}

/** Whether an endpoint gets an event: one of its types, or meant for it alone, that was committed after it was made. */
const isFor = (event: OutboxEvent, { id, types, after_sequence }: Candidate): boolean =>
  event.sequence > after_sequence &&
  (event.endpointId === undefined ? takesType(types, event.type) : event.endpointId === id)

/** Writes attempts, and the bytes of their events where those are not kept yet. */
export async function writeAttempts(
  transaction: Knex.Transaction,
  { database: { table }, ids }: WebhookParts,
  attempts: readonly NewAttempt[],
): Promise<void> {
  const events = new Map(attempts.map(({ event }) => [event.id, event]))
  const bodies = [...events.values()].map((event) => ({
    ...{ event_id: event.id, body: Buffer.from(eventBody(event)), at: event.createdAt.getTime() },
  }))
  await insertOnce(transaction, table('webhook_body'), bodies)
  await insertOnce(
    transaction,
    table('webhook_attempt'),
    attempts.map(({ event, endpoint, scheduledAt, replay }) => ({
      ...{ id: ids.next(), queue: queueOf(endpoint.id, replay), endpoint_id: endpoint.id },
      ...{ event_id: event.id, event_type: event.type, scheduled_at: scheduledAt },
      ...(endpoint.status === 'enabled'
        ? { attempt: 1, status: 'pending', error: null }
        : { attempt: 0, status: 'failed', error: ENDPOINT_DISABLED }),
      replay_of: replay ? event.id : (event.replayOf ?? null),
    })),
  )
}

async function insertOnce(transaction: Knex.Transaction, name: string, rows: readonly object[]): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
    await transaction(name)
      .insert(rows.slice(from, from + ROWS_AT_ONCE))
      .onConflict()
      .ignore()
}

type Candidate = EndpointRow & { readonly types: readonly string[] | null }

/** Endpoints of the wallets of events, disabled ones too, by wallet. */
async function endpointsOf(
  { knex, table }: Database,
  events: readonly OutboxEvent[],
): Promise<ReadonlyMap<string, readonly Candidate[]>> {
  const accounts = [...new Set(events.map(({ accountId }) => accountId))]
  const found = new Map<string, Candidate[]>()
  for (let from = 0; from < accounts.length; from += ROWS_AT_ONCE) {
    const rows: unknown = await knex(table('webhook_endpoint'))
      .whereIn('account_id', accounts.slice(from, from + ROWS_AT_ONCE))
      .orderBy('id')
    for (const row of z.array(EndpointRow).parse(rows)) {
      const wallet = `${row.account_id}/${row.environment}`
      found.set(wallet, [...(found.get(wallet) ?? []), { ...row, types: eventsOf(row) }])
    }
  }
  return found
}
