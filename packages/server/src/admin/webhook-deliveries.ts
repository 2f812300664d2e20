import { Webhooks } from '@parakh/core'
import { EnvironmentField, MomentField } from '@parakh/core/fields'
import { presentOwnedEndpoint as present } from '@parakh/webhooks'
import * as z from 'zod'
import { defineAdminRoute } from './define-admin-route.ts'
import { EndpointId, EndpointView, ownerOfEndpoint } from './webhooks.ts'

const DAY_SECONDS = 86_400

const enableWebhook = defineAdminRoute({
  id: 'webhooks.enable',
  method: 'POST',
  path: '/webhooks/{endpoint_id}/enable',
  scope: 'webhooks:write',
  summary: 'Enable a webhook endpoint, from the next event on',
  params: EndpointId,
  response: EndpointView,
  owner: ownerOfEndpoint,
  handle: async ({ host, actor, params }) =>
    present(await host.get(Webhooks).enable({ id: params.endpoint_id, owner: null, actor })),
})

const disableWebhook = defineAdminRoute({
  id: 'webhooks.disable',
  method: 'POST',
  path: '/webhooks/{endpoint_id}/disable',
  scope: 'webhooks:write',
  summary: 'Disable a webhook endpoint; its events are kept for replay',
  params: EndpointId,
  response: EndpointView,
  owner: ownerOfEndpoint,
  handle: async ({ host, actor, params }) =>
    present(await host.get(Webhooks).disable({ id: params.endpoint_id, owner: null, actor })),
})

const rotateWebhook = defineAdminRoute({
  id: 'webhooks.rotate',
  method: 'POST',
  path: '/webhooks/{endpoint_id}/rotate',
  scope: 'webhooks:write',
  summary: 'Rotate the secret, shown once; the old one also signs for an overlap',
  params: EndpointId,
  body: z.object({ overlap_seconds: z.int().min(0).max(604_800).default(DAY_SECONDS).describe('0 to 604,800') }),
  response: EndpointView.extend({ secret: z.string().describe('whsec_…: shown once') }),
  owner: ownerOfEndpoint,
  async handle({ host, actor, params, body }) {
    const change = { id: params.endpoint_id, owner: null, actor }
    const { endpoint, secret } = await host.get(Webhooks).rotate(change, body.overlap_seconds)
    return { ...present(endpoint), secret }
  },
})

const testWebhook = defineAdminRoute({
  id: 'webhooks.test',
  method: 'POST',
  path: '/webhooks/{endpoint_id}/test',
  scope: 'webhooks:write',
  summary: 'Post the event webhook.test there',
  params: EndpointId,
  response: z.object({ event_id: z.string() }),
  owner: ownerOfEndpoint,
  handle: async ({ host, actor, params }) => ({
    event_id: await host.get(Webhooks).test({ id: params.endpoint_id, owner: null, actor }),
  }),
})

const replayRange = defineAdminRoute({
  id: 'webhooks.replay',
  method: 'POST',
  path: '/webhooks/{endpoint_id}/replay',
  scope: 'webhooks:write',
  summary: 'Replay a range of events to a webhook endpoint',
  params: EndpointId,
  body: z.object({
    since: MomentField,
    until: MomentField.exactOptional().describe('Excluded; default: now'),
    status: z.literal('failed').exactOptional().describe('Only events that were not delivered'),
    dry_run: z.boolean().default(false).describe('True: events are only counted'),
  }),
  response: z.object({ events: z.int(), cap: z.int(), dry_run: z.boolean() }),
  owner: ownerOfEndpoint,
  async handle({ host, actor, params, body: { dry_run, ...range } }) {
    const change = { id: params.endpoint_id, owner: null, actor }
    return { ...(await host.get(Webhooks).replayRange(change, { ...range, dryRun: dry_run })), dry_run }
  },
})

const replayEvent = defineAdminRoute({
  id: 'webhooks.replay_event',
  method: 'POST',
  path: '/accounts/{account_id}/webhook-events/{event_id}/replay',
  scope: 'webhooks:write',
  summary: 'Replay one event of an account to every endpoint subscribed to its type',
  params: z.object({ account_id: z.string(), event_id: z.string() }),
  body: z.object({
    environment: EnvironmentField,
    as_new: z.boolean().default(false).describe('True: under a new id, with replay_of'),
  }),
  response: z.object({ event_id: z.string(), endpoints: z.int() }),
  // Looked up only within the account of the path.
  owner: async (_host, { account_id }) => account_id,
  async handle({ host, actor, params, body: { environment, as_new } }) {
    const owner = { accountId: params.account_id, environment }
    const change = { id: params.event_id, owner, actor }
    const { eventId, endpoints } = await host.get(Webhooks).replayEvent(change, { asNew: as_new })
    return { event_id: eventId, endpoints }
  },
})

/** Routes that enable, disable, rotate and test webhook endpoints, and of replays. */
export const webhookDeliveryRoutes = [
  ...[enableWebhook, disableWebhook, rotateWebhook, testWebhook, replayRange, replayEvent],
]
