import {
  type Page,
  readCursor,
  type WebhookAttempt,
  type WebhookStore,
  type WebhookTarget,
  writeCursor,
} from '@parakh/core'
import * as z from 'zod'
import { Counted, Moment } from '../columns.ts'
import { requireEndpoint } from './endpoint-row.ts'
import type { WebhookParts } from './webhook-parts.ts'

const MOST = 1_000
const Place = z.tuple([z.string()])

const AttemptRow = z
  .object({
    id: z.string(),
    event_id: z.string(),
    event_type: z.string(),
    endpoint_id: z.string(),
    attempt: Counted,
    status: z.enum(['pending', 'delivered', 'failed', 'exhausted']),
    http_status: Counted.nullable(),
    latency_ms: Counted.nullable(),
    error: z.string().nullable(),
    response_excerpt: z.string().nullable(),
    scheduled_at: Moment,
    attempted_at: Moment.nullable(),
    replay_of: z.string().nullable(),
  })
  .transform(
    (row): WebhookAttempt => ({
      ...{ id: row.id, eventId: row.event_id, eventType: row.event_type, endpointId: row.endpoint_id },
      ...{ attempt: row.attempt, status: row.status, httpStatus: row.http_status, latencyMs: row.latency_ms },
      ...{ error: row.error, responseExcerpt: row.response_excerpt, scheduledAt: row.scheduled_at },
      ...{ attemptedAt: row.attempted_at, replayOf: row.replay_of },
    }),
  )

/** The attempts of an endpoint, newest first. @throws `WEBHOOK_NOT_FOUND`, `CURSOR_INVALID` */
export async function readAttempts(
  { database }: WebhookParts,
  target: WebhookTarget,
  { cursor, limit, status }: Parameters<WebhookStore['deliveries']>[1],
): Promise<Page<WebhookAttempt>> {
  const { knex, table } = database
  const { id } = await requireEndpoint(knex, database, target)
  const wanted = Math.min(limit, MOST)
  const query = knex(table('webhook_attempt'))
    .where({ endpoint_id: id })
    .orderBy('id', 'desc')
    .limit(wanted + 1)
  if (status) query.where({ status })
  if (cursor !== null) query.where('id', '<', readCursor(cursor, Place)[0])
  const rows = z.array(AttemptRow).parse(await query)
  const items = rows.slice(0, wanted)
  const last = items.at(-1)
  return { items, next: rows.length > wanted && last ? writeCursor([last.id]) : null }
}
