import type { WebhookChange, WebhookRange, WebhookReplay } from '@parakh/core'
import type { Knex } from 'knex'
import * as z from 'zod'
import { storeErrors } from '../error-codes.ts'
import { appendEvent } from '../outbox/append-event.ts'
import { EventRow } from '../outbox/event-row.ts'
import { EndpointRow, eventsOf, requireEndpoint, takesType } from './endpoint-row.ts'
import { writeAttempts } from './fan-out.ts'
import { auditEndpoint, type WebhookParts } from './webhook-parts.ts'

/** Events of one round of a range. */
const EVENTS_AT_ONCE = 500

/** Sends one event again. @throws `WEBHOOK_EVENT_NOT_FOUND` */
export async function replayEvent(
  parts: WebhookParts,
  { id, owner, actor }: WebhookChange,
  { asNew }: { readonly asNew: boolean },
): Promise<{ readonly eventId: string; readonly endpoints: number }> {
  const { database, clock, ids } = parts
  const { table } = database
  const scheduledAt = await parts.now()
  return await database.write(async (transaction) => {
    const query = transaction(table('outbox')).where({ id })
    if (owner) query.where({ account_id: owner.accountId, environment: owner.environment })
    const [event] = z.array(EventRow).parse(await query)
    if (!event) throw storeErrors.error('WEBHOOK_EVENT_NOT_FOUND', { id })
    const { accountId, environment, endpointId } = event
    const rows: unknown = await transaction(table('webhook_endpoint'))
      .where({ account_id: accountId, environment, status: 'enabled' })
      .orderBy('id')
    const endpoints = z
      .array(EndpointRow)
      .parse(rows)
      .filter((row) => (endpointId === undefined ? takesType(eventsOf(row), event.type) : row.id === endpointId))
    const at = clock.now().getTime()
    const eventId = asNew ? ids.next() : event.id
    if (asNew) {
      const { type, data } = event
      const only = endpointId === undefined ? {} : { endpointId }
      const again = { id: eventId, type, accountId, environment, data, at, replayOf: event.id, ...only }
      await appendEvent(transaction, database, again)
    } else {
      const attempts = endpoints.map((endpoint) => ({ event, endpoint, scheduledAt, replay: true }))
      if (attempts.length > 0) await writeAttempts(transaction, parts, attempts)
    }
    const after = { event_id: eventId, endpoints: endpoints.length }
    const row = { id: event.id, account_id: accountId }
    await auditEndpoint(transaction, parts, { actor, action: 'webhook.replay_event', row, after })
    return { eventId, endpoints: endpoints.length }
  })
}

/** Sends a range again to one endpoint. @throws `WEBHOOK_NOT_FOUND`, `WEBHOOK_DISABLED`, `WEBHOOK_REPLAY_TOO_LARGE` */
export async function replayRange(
  parts: WebhookParts,
  change: WebhookChange,
  range: WebhookRange,
): Promise<WebhookReplay> {
  const { database } = parts
  const { cap } = range
  const endpoint = await requireEndpoint(database.knex, database, change)
  if (range.dryRun) return { events: await countEvents(database.knex, parts, { endpoint, range }), cap }
  const scheduledAt = await parts.now()
  return await database.write(async (transaction) => {
    const locked = await requireEndpoint(transaction, database, { ...change, lock: true })
    if (locked.status !== 'enabled') throw storeErrors.error('WEBHOOK_DISABLED', { id: locked.id })
    const query = { endpoint: locked, range }
    const events = await countEvents(transaction, parts, query)
    if (events > cap) throw storeErrors.error('WEBHOOK_REPLAY_TOO_LARGE', { events, cap })
    for (let after = -1; ; ) {
      const page = await readEvents(transaction, parts, { ...query, after })
      await writeAttempts(
        transaction,
        parts,
        page.map((event) => ({ event, endpoint: locked, scheduledAt, replay: true })),
      )
      after = page.at(-1)?.sequence ?? after
      if (page.length < EVENTS_AT_ONCE) break
    }
    const [since, until] = [new Date(range.since).toISOString(), new Date(range.until).toISOString()]
    await auditEndpoint(transaction, parts, {
      ...{ actor: change.actor, action: 'webhook.replay', row: locked },
      after: { events, since, until, status: range.status ?? 'all' },
    })
    return { events, cap }
  })
}

interface ReplayQuery {
  readonly endpoint: EndpointRow
  readonly range: WebhookRange
}

/** The events of a range that an endpoint's filter lets through; with `failed`, those that it was to get and did not. */
function eventsQuery(
  knex: Knex,
  { database: { table } }: WebhookParts,
  { endpoint, range }: ReplayQuery,
): Knex.QueryBuilder {
  const { id, account_id, environment } = endpoint
  const query = knex({ o: table('outbox') })
    .where({ account_id, environment })
    .where('o.at', '>=', range.since)
    .where('o.at', '<', range.until)
    .where((meant) => meant.whereNull('o.endpoint_id').orWhere('o.endpoint_id', id))
  const types = eventsOf(endpoint)
  if (types)
    query.where((taken) => {
      for (const type of types)
        if (type.endsWith('.*')) taken.orWhere('o.type', 'like', `${type.slice(0, -1).replaceAll('_', '\\_')}%`)
        else taken.orWhere('o.type', type)
    })
  if (range.status !== 'failed') return query
  const attempts = (states: readonly string[]): Knex.QueryBuilder =>
    knex({ a: table('webhook_attempt') })
      .whereRaw('a.event_id = o.id')
      .where('a.endpoint_id', id)
      .whereIn('a.status', [...states])
      .select(knex.raw('1'))
  return query.whereExists(attempts(['failed', 'exhausted'])).whereNotExists(attempts(['delivered', 'pending']))
}

async function countEvents(knex: Knex, parts: WebhookParts, query: ReplayQuery): Promise<number> {
  const [row] = z
    .array(z.object({ events: z.coerce.number() }))
    .parse(await eventsQuery(knex, parts, query).count({ events: '*' }))
  return row?.events ?? 0
}

async function readEvents(knex: Knex, parts: WebhookParts, query: ReplayQuery & { readonly after: number }) {
  const rows: unknown = await eventsQuery(knex, parts, query)
    .where('o.sequence', '>', query.after)
    .orderBy('o.sequence')
    .limit(EVENTS_AT_ONCE)
    .select('o.*')
  return z.array(EventRow).parse(rows)
}
