import { defineEndpoint, zero } from '@parakh/core'
import * as z from 'zod'
import { attemptFields, endpointFields, endpointId, presentAttempt, presentEndpoint } from '../views.ts'
import { asOwner, webhookErrors, webhookNeeds } from './own-webhooks.ts'

/** Common to these endpoints: free, for the account's own webhooks, not replayed. */
const shared = { group: 'Webhooks', envelope: 'host', price: zero, replay: false, needs: webhookNeeds } as const
const DAY_SECONDS = 86_400

export const rotateWebhook = defineEndpoint({
  ...shared,
  id: 'webhook-rotate',
  method: 'POST',
  path: '/webhooks/{endpoint_id}/rotate',
  summary: 'Rotate the secret, shown once; the old one also signs for an overlap',
  request: z.object({
    endpoint_id: endpointId,
    overlap_seconds: z.int().min(0).max(604_800).default(DAY_SECONDS).describe('0 to 604,800'),
  }),
  data: z.object({ ...endpointFields, secret: z.string().describe('whsec_…: shown once') }),
  errors: webhookErrors('WEBHOOK_NOT_FOUND'),
  handle: ({ request, answer, ...context }) =>
    asOwner(context, 'webhook-rotate', async ({ webhooks, owner, actor }) => {
      const { endpoint_id: id, overlap_seconds } = request
      const { endpoint, secret } = await webhooks.rotate({ id, owner, actor }, overlap_seconds)
      return answer({ ...presentEndpoint(endpoint), secret })
    }),
  fixtures: [],
})

export const testWebhook = defineEndpoint({
  ...shared,
  id: 'webhook-test',
  method: 'POST',
  path: '/webhooks/{endpoint_id}/test',
  summary: 'Post the event webhook.test there',
  request: z.object({ endpoint_id: endpointId }),
  data: z.object({ event_id: z.string() }),
  errors: webhookErrors('WEBHOOK_NOT_FOUND', 'WEBHOOK_DISABLED'),
  handle: ({ request, answer, ...context }) =>
    asOwner(context, 'webhook-test', async ({ webhooks, owner, actor }) =>
      answer({ event_id: await webhooks.test({ id: request.endpoint_id, owner, actor }) }),
    ),
  fixtures: [],
})

export const webhookDeliveries = defineEndpoint({
  ...shared,
  id: 'webhook-deliveries',
  method: 'GET',
  path: '/webhooks/{endpoint_id}/deliveries',
  summary: 'List the delivery attempts of a webhook endpoint, newest first',
  request: z.object({
    endpoint_id: endpointId,
    status: z.enum(['pending', 'delivered', 'failed', 'exhausted']).optional(),
    cursor: z.string().max(200).optional().describe('next_cursor of the previous page'),
    limit: z.coerce.number().int().min(1).max(500).default(100),
  }),
  data: z.object({ deliveries: z.array(z.object(attemptFields)), next: z.string().nullable() }),
  errors: webhookErrors('WEBHOOK_NOT_FOUND', 'CURSOR_INVALID'),
  handle: ({ request, answer, ...context }) =>
    asOwner(context, 'webhook-deliveries', async ({ webhooks, owner }) => {
      const { endpoint_id: id, status, cursor = null, limit } = request
      const query = { cursor, limit, ...(status === undefined ? {} : { status }) }
      const { items, next } = await webhooks.deliveries({ id, owner }, query)
      return answer({ deliveries: items.map(presentAttempt), next })
    }),
  fixtures: [],
})

export const replayWebhook = defineEndpoint({
  ...shared,
  id: 'webhook-replay',
  method: 'POST',
  path: '/webhooks/{endpoint_id}/replay',
  summary: 'Replay a range of events to a webhook endpoint',
  request: z.object({
    endpoint_id: endpointId,
    since: z.iso.datetime({ offset: true }),
    until: z.iso.datetime({ offset: true }).optional().describe('Excluded; default: now'),
    status: z.literal('failed').optional().describe('Only events that were not delivered'),
    dry_run: z.boolean().default(false).describe('True: events are only counted'),
  }),
  data: z.object({
    events: z.int().describe('The number of events'),
    cap: z.int().describe('The largest number of events of one replay'),
    dry_run: z.boolean(),
  }),
  errors: webhookErrors('WEBHOOK_NOT_FOUND', 'WEBHOOK_DISABLED', 'WEBHOOK_REPLAY_TOO_LARGE'),
  handle: ({ request, answer, ...context }) =>
    asOwner(context, 'webhook-replay', async ({ webhooks, owner, actor }) => {
      const { endpoint_id: id, since, until, status, dry_run } = request
      const range = {
        ...{ since: new Date(since), dryRun: dry_run },
        ...(until === undefined ? {} : { until: new Date(until) }),
        ...(status === undefined ? {} : { status }),
      }
      return answer({ ...(await webhooks.replayRange({ id, owner, actor }, range)), dry_run })
    }),
  fixtures: [],
})

export const replayEvent = defineEndpoint({
  ...shared,
  id: 'webhook-event-replay',
  method: 'POST',
  path: '/webhook-events/{event_id}/replay',
  summary: 'Replay one event to every endpoint subscribed to its type',
  request: z.object({
    event_id: z.string().min(1).max(64),
    as_new: z.boolean().default(false).describe('True: under a new id, with replay_of'),
  }),
  data: z.object({ event_id: z.string(), endpoints: z.int().describe('The number of endpoints that it is sent to') }),
  errors: webhookErrors('WEBHOOK_EVENT_NOT_FOUND'),
  handle: ({ request, answer, ...context }) =>
    asOwner(context, 'webhook-event-replay', async ({ webhooks, owner, actor }) => {
      const change = { id: request.event_id, owner, actor }
      const { eventId, endpoints } = await webhooks.replayEvent(change, { asNew: request.as_new })
      return answer({ event_id: eventId, endpoints })
    }),
  fixtures: [],
})
