import type { WebhookAttempt, WebhookEndpoint } from '@parakh/core'
import { presentWebhookEndpoint } from '@parakh/server/host'
import { drawTable } from '../terminal/table.ts'

/** An endpoint in JSON: its id also under the name that options and scripts know it by. */
export const endpointJson = (endpoint: WebhookEndpoint) => {
  const { id, ...rest } = presentWebhookEndpoint(endpoint)
  return { id, endpoint_id: id, ...rest }
}

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
    ['Event', 'Type', 'Attempt', 'Status', 'HTTP', 'ms', 'Error', 'Time'],
    attempts.map((attempt) => [
      ...[attempt.eventId, attempt.eventType, `${attempt.attempt}`, attempt.status],
      ...[`${attempt.httpStatus ?? ''}`, `${attempt.latencyMs ?? ''}`, attempt.error ?? ''],
      (attempt.attemptedAt ?? attempt.scheduledAt).toISOString(),
    ]),
  )
