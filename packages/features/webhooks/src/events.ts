import { defineEvent } from '@parakh/core'
import * as z from 'zod'

/** An endpoint was disabled after failed deliveries: told to the other endpoints of its account. */
export const WebhookDisabled = defineEvent(
  'webhook.disabled',
  z.object({ endpoint_id: z.string(), reason: z.enum(['GONE', 'FAILING']) }),
)
/** A test was requested: sent to that endpoint alone. */
export const WebhookTest = defineEvent('webhook.test', z.object({ endpoint_id: z.string() }))
