import { Bytes, Counted, ENVIRONMENTS, Moment, type OutboxEvent } from '@parakh/core'
import * as z from 'zod'
import type { WebhookEndpoint } from '../contract.ts'
import type { WebhookAttempt } from '../event-log.ts'
import type { WebhookDue } from '../webhook-store.ts'

const Events = z.array(z.string())
const Data = z.record(z.string(), z.unknown())

/** A row of `endpoint`. */
export const EndpointRow = z.object({
  id: z.string(),
  account_id: z.string(),
  environment: z.enum(ENVIRONMENTS),
  url: z.string(),
  description: z.string(),
  events: z.string().nullable(),
  status: z.enum(['enabled', 'disabled']),
  disabled_reason: z.enum(['REQUESTED', 'GONE', 'FAILING']).nullable(),
  secret: Bytes,
  next_secret: Bytes.nullable(),
  next_from: Counted.nullable(),
  failing_since: Moment.nullable(),
  queue_owner: z.string().nullable(),
  queue_until: Counted.nullable(),
  after_sequence: Counted,
  created_at: Moment,
})
export type EndpointRow = z.output<typeof EndpointRow>

/** The types of events that a row lets through; null: all. */
export const eventsOf = ({ events }: Pick<EndpointRow, 'events'>): readonly string[] | null =>
  events === null ? null : Events.parse(JSON.parse(events))

/** Whether a filter lets a type through: the type itself, or `order.*` for all that begin so. */
export const takesType = (events: readonly string[] | null, type: string): boolean =>
  events?.some((one) => one === type || (one.endsWith('.*') && type.startsWith(one.slice(0, -1)))) ?? true

/** A row as an endpoint. @param at Milliseconds since 1970: whether two secrets sign. */
export const endpointOf = (row: EndpointRow, at: number): WebhookEndpoint => ({
  ...{ id: row.id, accountId: row.account_id, environment: row.environment, url: row.url, events: eventsOf(row) },
  ...{ description: row.description, status: row.status, disabledReason: row.disabled_reason },
  ...{ failingSince: row.failing_since, createdAt: row.created_at },
  overlapUntil: row.next_from !== null && row.next_from > at ? new Date(row.next_from) : null,
})

/** The sealed secrets that sign at a time: the one, and during a rotation the next one. */
export function sealedSecrets(
  row: EndpointRow,
  at: number,
): {
  readonly secret: Uint8Array
  readonly next: Uint8Array | null
} {
  if (row.next_secret === null || row.next_from === null) return { secret: row.secret, next: null }
  return row.next_from <= at ? { secret: row.next_secret, next: null } : { secret: row.secret, next: row.next_secret }
}

/** A row of `attempt`. */
export const AttemptRow = z
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

/** A due attempt with its bytes. */
export const DueRow = z
  .object({
    ...{ id: z.string(), queue: z.string(), endpoint_id: z.string(), event_id: z.string(), attempt: Counted },
    body: Bytes,
  })
  .transform(
    ({ endpoint_id, event_id, ...rest }): WebhookDue => ({ ...rest, endpointId: endpoint_id, eventId: event_id }),
  )

/** A row of the platform's events. */
export const EventRow = z
  .object({
    id: z.string(),
    type: z.string(),
    account_id: z.string(),
    environment: z.enum(ENVIRONMENTS),
    sequence: Counted,
    data: z.string(),
    at: Moment,
    replay_of: z.string().nullable(),
    endpoint_id: z.string().nullable(),
  })
  .transform(
    (row): OutboxEvent => ({
      ...{ id: row.id, type: row.type, accountId: row.account_id, environment: row.environment },
      ...{ sequence: row.sequence, createdAt: row.at, data: Data.parse(JSON.parse(row.data)) },
      ...(row.replay_of === null ? {} : { replayOf: row.replay_of }),
      ...(row.endpoint_id === null ? {} : { endpointId: row.endpoint_id }),
    }),
  )
