import { ENVIRONMENTS, isParakhError, Webhooks } from '@parakh/core'
import { EnvironmentField } from '@parakh/core/fields'
import type { Host } from '@parakh/kernel'
import {
  attemptFields,
  endpointFields,
  givenFields,
  presentOwnedEndpoint as present,
  presentAttempt,
} from '@parakh/webhooks'
import * as z from 'zod'
import { defineAdminList } from './define-admin-list.ts'
import { defineAdminRoute } from './define-admin-route.ts'
import { pageOf } from './page-of.ts'

export const EndpointView = z.object({ account_id: z.string(), ...endpointFields })
const IssuedView = EndpointView.extend({ secret: z.string().describe('whsec_…: shown once') })
const AttemptView = z.object(attemptFields)

export const EndpointId = z.object({ endpoint_id: z.string() })
/** The account of an endpoint. */
export async function ownerOfEndpoint(host: Host, { endpoint_id: id }: z.output<typeof EndpointId>) {
  try {
    return (await host.get(Webhooks).get({ id, owner: null })).accountId
  } catch (error) {
    if (isParakhError(error) && error.code === 'WEBHOOK_NOT_FOUND') return null
    throw error
  }
}

const listWebhooks = defineAdminList({
  id: 'webhooks.list',
  path: '/accounts/{account_id}/webhooks',
  scope: 'webhooks:read',
  summary: 'List the webhook endpoints of an account, newest first, without secrets',
  params: z.object({ account_id: z.string() }),
  filters: z.object({ environment: EnvironmentField.exactOptional() }),
  item: EndpointView,
  async handle({ host, params: { account_id: accountId }, filters, page }) {
    const wanted = ENVIRONMENTS.filter((one) => filters.environment === undefined || one === filters.environment)
    const lists = await Promise.all(wanted.map((environment) => host.get(Webhooks).list({ accountId, environment })))
    return pageOf(lists.flat().map(present), page, (row) => row.id)
  },
})

const createWebhook = defineAdminRoute({
  id: 'webhooks.create',
  method: 'POST',
  path: '/accounts/{account_id}/webhooks',
  scope: 'webhooks:write',
  summary: 'Create a webhook endpoint; its secret is shown once',
  status: 201,
  params: z.object({ account_id: z.string() }),
  body: z.object({
    environment: EnvironmentField,
    url: givenFields.url,
    description: givenFields.description.default(''),
    events: givenFields.events.default([]),
  }),
  response: IssuedView,
  errors: { WEBHOOK_EVENT_UNKNOWN: 422 },
  async handle({ host, actor, params: { account_id: accountId }, body }) {
    const { endpoint, secret } = await host.get(Webhooks).create({ accountId, ...body, actor })
    return { ...present(endpoint), secret }
  },
})

const getWebhook = defineAdminRoute({
  id: 'webhooks.get',
  method: 'GET',
  path: '/webhooks/{endpoint_id}',
  scope: 'webhooks:read',
  summary: 'Get a webhook endpoint, without its secret',
  params: EndpointId,
  response: EndpointView,
  owner: ownerOfEndpoint,
  handle: async ({ host, params }) => present(await host.get(Webhooks).get({ id: params.endpoint_id, owner: null })),
})

const updateWebhook = defineAdminRoute({
  id: 'webhooks.update',
  method: 'PATCH',
  path: '/webhooks/{endpoint_id}',
  scope: 'webhooks:write',
  summary: 'Change URL, description or event filter; omitted fields stay unchanged',
  params: EndpointId,
  body: z.object({
    url: givenFields.url.exactOptional(),
    description: givenFields.description.exactOptional(),
    events: givenFields.events.exactOptional(),
  }),
  response: EndpointView,
  errors: { WEBHOOK_EVENT_UNKNOWN: 422 },
  owner: ownerOfEndpoint,
  handle: async ({ host, actor, params, body }) =>
    present(await host.get(Webhooks).update({ id: params.endpoint_id, owner: null, actor }, body)),
})

const deleteWebhook = defineAdminRoute({
  id: 'webhooks.delete',
  method: 'DELETE',
  path: '/webhooks/{endpoint_id}',
  scope: 'webhooks:write',
  summary: 'Delete a webhook endpoint permanently',
  params: EndpointId,
  response: z.object({ deleted: z.literal(true) }),
  owner: ownerOfEndpoint,
  async handle({ host, actor, params }) {
    await host.get(Webhooks).remove({ id: params.endpoint_id, owner: null, actor })
    return { deleted: true as const }
  },
})

const webhookDeliveries = defineAdminList({
  id: 'webhooks.deliveries',
  path: '/webhooks/{endpoint_id}/deliveries',
  scope: 'webhooks:read',
  summary: 'List the delivery attempts of a webhook endpoint, newest first',
  params: EndpointId,
  filters: z.object({ status: AttemptView.shape.status.exactOptional() }),
  item: AttemptView,
  owner: ownerOfEndpoint,
  async handle({ host, params, filters, page }) {
    const target = { id: params.endpoint_id, owner: null }
    const { items, next } = await host.get(Webhooks).deliveries(target, { ...page, ...filters })
    return { items: items.map(presentAttempt), next }
  },
})

/** Routes of webhook endpoints and their attempts. */
export const webhookRoutes = [
  ...[listWebhooks, createWebhook, getWebhook, updateWebhook, deleteWebhook, webhookDeliveries],
]
