import { defineEndpoint, zero } from '@parakh/core'
import * as z from 'zod'
import { endpointFields, endpointId, givenFields, presentEndpoint } from '../views.ts'
import { asOwner, webhookErrors, webhookNeeds } from './own-webhooks.ts'

/** Common to these endpoints: free, for the account's own webhooks, not replayed. */
const shared = { group: 'Webhooks', envelope: 'host', price: zero, replay: false, needs: webhookNeeds } as const

export const createWebhook = defineEndpoint({
  ...shared,
  id: 'webhook-create',
  method: 'POST',
  path: '/webhooks',
  summary: 'Create a webhook endpoint; its secret is shown once',
  request: z.object({
    url: givenFields.url,
    description: givenFields.description.default(''),
    events: givenFields.events.default([]),
  }),
  data: z.object({ ...endpointFields, secret: z.string().describe('whsec_…: shown once') }),
  errors: webhookErrors(
    ...(['WEBHOOK_TARGET_NOT_ALLOWED', 'WEBHOOK_EVENT_UNKNOWN', 'WEBHOOK_TOO_MANY', 'PLAN_FEATURE_REQUIRED'] as const),
  ),
  handle: ({ request, answer, ...context }) =>
    asOwner(context, 'webhook-create', async ({ webhooks, owner, actor }) => {
      const { endpoint, secret } = await webhooks.create({ ...owner, ...request, actor })
      return answer({ ...presentEndpoint(endpoint), secret })
    }),
  fixtures: [],
})

export const listWebhooks = defineEndpoint({
  ...shared,
  id: 'webhook-list',
  method: 'GET',
  path: '/webhooks',
  summary: 'List webhook endpoints',
  request: z.object({}),
  data: z.object({ webhooks: z.array(z.object(endpointFields)) }),
  errors: webhookErrors(),
  handle: ({ request: _request, answer, ...context }) =>
    asOwner(context, 'webhook-list', async ({ webhooks, owner }) =>
      answer({ webhooks: (await webhooks.list(owner)).map(presentEndpoint) }),
    ),
  fixtures: [],
})

export const getWebhook = defineEndpoint({
  ...shared,
  id: 'webhook-get',
  method: 'GET',
  path: '/webhooks/{endpoint_id}',
  summary: 'Get a webhook endpoint',
  request: z.object({ endpoint_id: endpointId }),
  data: z.object(endpointFields),
  errors: webhookErrors('WEBHOOK_NOT_FOUND'),
  handle: ({ request, answer, ...context }) =>
    asOwner(context, 'webhook-get', async ({ webhooks, owner }) =>
      answer(presentEndpoint(await webhooks.get({ id: request.endpoint_id, owner }))),
    ),
  fixtures: [],
})

export const updateWebhook = defineEndpoint({
  ...shared,
  id: 'webhook-update',
  method: 'POST',
  path: '/webhooks/{endpoint_id}',
  summary: 'Change URL, description or event filter; omitted fields stay unchanged',
  request: z.object({
    endpoint_id: endpointId,
    url: givenFields.url.optional(),
    description: givenFields.description.optional(),
    events: givenFields.events.optional(),
  }),
  data: z.object(endpointFields),
  errors: webhookErrors('WEBHOOK_NOT_FOUND', 'WEBHOOK_TARGET_NOT_ALLOWED', 'WEBHOOK_EVENT_UNKNOWN'),
  handle: ({ request, answer, ...context }) =>
    asOwner(context, 'webhook-update', async ({ webhooks, owner, actor }) => {
      const { endpoint_id: id, url, description, events } = request
      const patch = {
        ...(url === undefined ? {} : { url }),
        ...(description === undefined ? {} : { description }),
        ...(events === undefined ? {} : { events }),
      }
      return answer(presentEndpoint(await webhooks.update({ id, owner, actor }, patch)))
    }),
  fixtures: [],
})

export const enableWebhook = defineEndpoint({
  ...shared,
  id: 'webhook-enable',
  method: 'POST',
  path: '/webhooks/{endpoint_id}/enable',
  summary: 'Enable a webhook endpoint, from the next event on',
  request: z.object({ endpoint_id: endpointId }),
  data: z.object(endpointFields),
  errors: webhookErrors('WEBHOOK_NOT_FOUND'),
  handle: ({ request, answer, ...context }) =>
    asOwner(context, 'webhook-enable', async ({ webhooks, owner, actor }) =>
      answer(presentEndpoint(await webhooks.enable({ id: request.endpoint_id, owner, actor }))),
    ),
  fixtures: [],
})

export const disableWebhook = defineEndpoint({
  ...shared,
  id: 'webhook-disable',
  method: 'POST',
  path: '/webhooks/{endpoint_id}/disable',
  summary: 'Disable a webhook endpoint; its events are kept for replay',
  request: z.object({ endpoint_id: endpointId }),
  data: z.object(endpointFields),
  errors: webhookErrors('WEBHOOK_NOT_FOUND'),
  handle: ({ request, answer, ...context }) =>
    asOwner(context, 'webhook-disable', async ({ webhooks, owner, actor }) =>
      answer(presentEndpoint(await webhooks.disable({ id: request.endpoint_id, owner, actor }))),
    ),
  fixtures: [],
})

export const deleteWebhook = defineEndpoint({
  ...shared,
  id: 'webhook-delete',
  method: 'POST',
  path: '/webhooks/{endpoint_id}/delete',
  summary: 'Delete a webhook endpoint permanently',
  request: z.object({ endpoint_id: endpointId }),
  data: z.object({ deleted: z.literal(true) }),
  errors: webhookErrors('WEBHOOK_NOT_FOUND'),
  handle: ({ request, answer, ...context }) =>
    asOwner(context, 'webhook-delete', async ({ webhooks, owner, actor }) => {
      await webhooks.remove({ id: request.endpoint_id, owner, actor })
      return answer({ deleted: true })
    }),
  fixtures: [],
})
