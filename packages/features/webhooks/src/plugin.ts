import { CONTRACT, definePlugin } from '@parakh/core'
import { webhookEndpoints } from './account/index.ts'
import { exportedAttempts } from './delivery/attempt-metrics.ts'
import { deliverWebhooks } from './delivery/deliver-webhooks.ts'
import { deliveryMetrics } from './delivery/delivery-metrics.ts'
import { eraseEvents } from './erase-events.ts'
import { webhooksErrors } from './error-codes.ts'
import { WebhookDisabled, WebhookTest } from './events.ts'
import { webhookOperations } from './operations/index.ts'
import { webhookAlerts } from './operations/webhook-alerts.ts'
import { endpointsDriver, webhookServices } from './services.ts'
import { WebhookSettings } from './settings.ts'
import { eventStatements } from './tables/event-statements.ts'
import { webhookStatements } from './tables/webhook-statements.ts'
import { webhookTables } from './tables/webhook-tables.ts'

/**
 * Webhook endpoints of accounts, and the delivery of events to them.
 *
 * @example
 * createServer({ plugins: [webhooks({ allowTargets: ['10.20.0.0/16'] })] })
 */
export const webhooks = definePlugin({
  ...{ id: 'webhooks', contract: CONTRACT },
  settings: WebhookSettings,
  tables: webhookTables,
  statements: [webhookStatements, eventStatements],
  endpoints: webhookEndpoints,
  operations: webhookOperations,
  errors: [webhooksErrors],
  events: [WebhookDisabled, WebhookTest],
  services: webhookServices,
  contributes: [endpointsDriver, exportedAttempts, deliveryMetrics, webhookAlerts, eraseEvents],
  work: [deliverWebhooks],
})
