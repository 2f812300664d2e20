import { noIdentityNumber, printable } from '@parakh/core/formats'
import * as z from 'zod'
import type { WebhookEndpoint } from './contract.ts'
import type { WebhookAttempt } from './event-log.ts'

const URL = 'https://hooks.example.com/events'
const EVENTS = ['order.updated', 'wallet.*']

/** An endpoint as the account sees it (decisions.md section 9). Its secret is only in the response that creates it. */
export const endpointFields = {
  id: z.string(),
  url: z.string().meta({ examples: [URL] }),
  description: z.string().meta({ examples: ['Orders'] }),
  events: z
    .array(z.string())
    .meta({ examples: [EVENTS] })
    .describe('Event types that it receives; none: all'),
  status: z.enum(['enabled', 'disabled']),
  disabled_reason: z
    .enum(['REQUESTED', 'GONE', 'FAILING'])
    .nullable()
    .describe('GONE: it answered 410; FAILING: nothing was delivered for five days'),
  environment: z.enum(['sandbox', 'production']),
  failing_since: z.iso.datetime().nullable(),
  overlap_until: z.iso.datetime().nullable().describe('Until when the previous secret also signs'),
  created_at: z.iso.datetime(),
}
/** An endpoint in JSON, without its secret. */
export const presentEndpoint = (endpoint: WebhookEndpoint) => ({
  id: endpoint.id,
  url: endpoint.url,
  description: endpoint.description,
  events: [...(endpoint.events ?? [])],
  status: endpoint.status,
  disabled_reason: endpoint.disabledReason,
  environment: endpoint.environment,
  failing_since: endpoint.failingSince?.toISOString() ?? null,
  overlap_until: endpoint.overlapUntil?.toISOString() ?? null,
  created_at: endpoint.createdAt.toISOString(),
})
/** The same for an operator, with the account. */
export const presentOwnedEndpoint = (endpoint: WebhookEndpoint) => ({
  account_id: endpoint.accountId,
  ...presentEndpoint(endpoint),
})

/** One attempt of the log. */
export const attemptFields = {
  id: z.string(),
  event_id: z.string(),
  event_type: z.string(),
  endpoint_id: z.string(),
  attempt: z.int().describe('1 for the first; 0: the endpoint was disabled, and nothing was sent'),
  status: z.enum(['pending', 'delivered', 'failed', 'exhausted']),
  http_status: z.int().nullable(),
  latency_ms: z.int().nullable(),
  error: z.string().nullable(),
  response_excerpt: z.string().nullable().describe('The beginning of the answer, at most 1 kB'),
  scheduled_at: z.iso.datetime(),
  attempted_at: z.iso.datetime().nullable(),
  replay_of: z.string().nullable().describe('The event that this replays'),
}
/** An attempt in JSON (decisions.md section 9). */
export const presentAttempt = (attempt: WebhookAttempt) => ({
  id: attempt.id,
  event_id: attempt.eventId,
  event_type: attempt.eventType,
  endpoint_id: attempt.endpointId,
  attempt: attempt.attempt,
  status: attempt.status,
  http_status: attempt.httpStatus,
  latency_ms: attempt.latencyMs,
  error: attempt.error,
  response_excerpt: attempt.responseExcerpt,
  scheduled_at: attempt.scheduledAt.toISOString(),
  attempted_at: attempt.attemptedAt?.toISOString() ?? null,
  replay_of: attempt.replayOf,
})

/** The fields that can be set. */
export const givenFields = {
  url: z
    .string()
    .min(1)
    .max(2_048)
    .meta({ examples: [URL] })
    .describe('https, a public host'),
  description: z.string().max(200).check(printable, noIdentityNumber).describe('For people'),
  events: z
    .array(z.string().max(64))
    .max(64)
    .nullable()
    .meta({ examples: [EVENTS] })
    .describe('Types of events such as order.updated, or a group such as order.*; an empty list or null: all'),
}
/** The path parameter. */
export const endpointId = z.string().min(1).max(64)
