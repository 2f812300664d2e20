import type { WebhookAttempt, WebhookEndpoint } from '@parakh/core'
import { drawTable } from '../terminal/table.ts'

/** An endpoint in JSON, without its secret. */
export const presentEndpoint = (endpoint: WebhookEndpoint): object => ({
  endpoint_id: endpoint.id,
  account_id: endpoint.accountId,
  environment: endpoint.environment,
  url: endpoint.url,
  description: endpoint.description,
  events: endpoint.events,
  status: endpoint.status,
  disabled_reason: endpoint.disabledReason,
  failing_since: endpoint.failingSince?.toISOString() ?? null,
  overlap_until: endpoint.overlapUntil?.toISOString() ?? null,
  created_at: endpoint.createdAt.toISOString(),
})

/** An attempt in JSON (decisions.md section 9). */
export const presentAttempt = (attempt: WebhookAttempt): object => ({
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

/** Endpoints as a table. */
export const drawEndpoints = (endpoints: readonly WebhookEndpoint[]): string =>
  drawTable(
    ['Endpoint', 'Account', 'Environment', 'URL', 'Events', 'Status'],
    endpoints.map((endpoint) => [
      ...[endpoint.id, endpoint.accountId, endpoint.environment, endpoint.url],
      endpoint.events?.join(', ') ?? 'all',
      endpoint.disabledReason === null ? endpoint.status : `${endpoint.status} (${endpoint.disabledReason})`,
    ]),
  )

/** Attempts as a table. */
export const drawAttempts = (attempts: readonly WebhookAttempt[]): string =>
  drawTable(
    ['Event', 'Type', 'Attempt', 'Status', 'HTTP', 'ms', 'Error', 'When'],
    attempts.map((attempt) => [
      ...[attempt.eventId, attempt.eventType, `${attempt.attempt}`, attempt.status],
      ...[`${attempt.httpStatus ?? ''}`, `${attempt.latencyMs ?? ''}`, attempt.error ?? ''],
      (attempt.attemptedAt ?? attempt.scheduledAt).toISOString(),
    ]),
  )
