import { defineOperation } from '@parakh/core'
import { EnvironmentField } from '@parakh/core/fields'
import * as z from 'zod'
import { givenFields, presentOwnedEndpoint as present } from '../views.ts'
import {
  AttemptedEndpointView,
  attemptedPresenter,
  EndpointId,
  EndpointView,
  IssuedEndpointView,
  isOfProduction,
  namedId,
  ownerOfEndpoint,
  webhookNeeds,
} from './endpoint-view.ts'
import { webhooksRead, webhooksWrite } from './scopes.ts'

const DAY_SECONDS = 86_400
const LONGEST_OVERLAP_SECONDS = 604_800

const ofEndpoint = { whose: { owner: ownerOfEndpoint }, needs: webhookNeeds } as const
const write = { ...ofEndpoint, effect: 'write', scope: webhooksWrite, stepUp: true } as const
const change = { ...write, output: EndpointView, production: isOfProduction } as const
const positional = ['endpoint_id'] as const
/** Types are separated by commas; the word stands for every one. */
const events = { null: 'all', value: '<types>' } as const

/** `webhooks.create` */
export const createEndpoint = defineOperation({
  ...{ id: 'webhooks.create', effect: 'write', scope: webhooksWrite, path: '/accounts/{account_id}/webhooks' },
  summary: 'Create a webhook endpoint; its secret is shown once',
  status: 201,
  input: z.object({
    account_id: z.string(),
    environment: EnvironmentField,
    url: givenFields.url,
    description: givenFields.description.default(''),
    events: givenFields.events.default([]),
  }),
  output: IssuedEndpointView,
  whose: { account: 'account_id' },
  production: ({ environment }) => environment === 'production',
  stepUp: true,
  errors: { WEBHOOK_EVENT_UNKNOWN: 422 },
  command: {
    options: { events },
    more: namedId,
    text: ({ id, environment, secret }) =>
      `Endpoint ${id} receives events of ${environment}. Its secret, shown only now:\n${secret}`,
  },
  needs: webhookNeeds,
  async handle({ input: { account_id: accountId, ...draft }, actor, webhooks }) {
    const { endpoint, secret } = await webhooks.create({ accountId, ...draft, actor })
    return { ...present(endpoint), secret }
  },
})

/** `webhooks.get` */
export const getEndpoint = defineOperation({
  ...{ ...ofEndpoint, id: 'webhooks.get', effect: 'read', scope: webhooksRead, path: '/webhooks/{endpoint_id}' },
  summary: 'Get a webhook endpoint, without its secret',
  input: z.object(EndpointId),
  output: AttemptedEndpointView,
  command: { positional, more: namedId },
  async handle({ input, webhooks }) {
    const endpoint = await webhooks.get({ id: input.endpoint_id, owner: null })
    return (await attemptedPresenter(webhooks, [endpoint]))(endpoint)
  },
})

/** `webhooks.update` */
export const updateEndpoint = defineOperation({
  ...{ ...change, id: 'webhooks.update', method: 'PATCH', path: '/webhooks/{endpoint_id}' },
  summary: 'Change URL, description or event filter; omitted fields stay unchanged',
  input: z.object({
    ...EndpointId,
    url: givenFields.url.exactOptional(),
    description: givenFields.description.exactOptional(),
    events: givenFields.events.exactOptional(),
  }),
  errors: { WEBHOOK_EVENT_UNKNOWN: 422 },
  command: { positional, options: { events }, more: namedId, text: ({ id }) => `Endpoint ${id} is changed.` },
  handle: async ({ input: { endpoint_id: id, ...patch }, actor, webhooks }) =>
    present(await webhooks.update({ id, owner: null, actor }, patch)),
})

/** `webhooks.enable` */
export const enableEndpoint = defineOperation({
  ...{ ...change, id: 'webhooks.enable', path: '/webhooks/{endpoint_id}/enable' },
  summary: 'Enable a webhook endpoint, from the next event on',
  input: z.object(EndpointId),
  command: {
    ...{ positional, more: namedId },
    text: ({ id }) => `Endpoint ${id} is enabled; what it missed is sent by "parakh webhooks replay".`,
  },
  handle: async ({ input, actor, webhooks }) =>
    present(await webhooks.enable({ id: input.endpoint_id, owner: null, actor })),
})

/** `webhooks.disable` */
export const disableEndpoint = defineOperation({
  ...{ ...change, id: 'webhooks.disable', path: '/webhooks/{endpoint_id}/disable' },
  summary: 'Disable a webhook endpoint; its events are kept for replay',
  input: z.object(EndpointId),
  command: { positional, more: namedId, text: ({ id }) => `Endpoint ${id} is disabled.` },
  handle: async ({ input, actor, webhooks }) =>
    present(await webhooks.disable({ id: input.endpoint_id, owner: null, actor })),
})

/** `webhooks.delete` */
export const deleteEndpoint = defineOperation({
  ...{ ...change, id: 'webhooks.delete', method: 'DELETE', path: '/webhooks/{endpoint_id}' },
  summary: 'Delete a webhook endpoint permanently',
  input: z.object(EndpointId),
  output: z.object({ deleted: z.literal(true) }),
  command: {
    positional,
    more: () => ({ ok: true }),
    text: (_, { input }) => `Endpoint ${input.endpoint_id} is deleted.`,
  },
  async handle({ input, actor, webhooks }) {
    await webhooks.remove({ id: input.endpoint_id, owner: null, actor })
    return { deleted: true as const }
  },
})

/** `webhooks.rotate` */
export const rotateEndpoint = defineOperation({
  ...{ ...change, id: 'webhooks.rotate', path: '/webhooks/{endpoint_id}/rotate' },
  summary: 'Rotate the secret, shown once; the old one also signs for an overlap',
  input: z.object({
    ...EndpointId,
    overlap_seconds: z.int().min(0).max(LONGEST_OVERLAP_SECONDS).default(DAY_SECONDS).describe('0 to 604,800'),
  }),
  output: IssuedEndpointView,
  command: {
    positional,
    options: { overlap_seconds: { flag: 'overlap', read: 'duration' } },
    more: ({ id }, { overlap_seconds }) => ({ ...namedId({ id }), overlap_seconds }),
    text: ({ id, secret }, { input }) =>
      `Endpoint ${id} has a new secret, shown only now; the old one also signs for ${input.overlap_seconds} seconds:\n${secret}`,
  },
  async handle({ input: { endpoint_id: id, overlap_seconds }, actor, webhooks }) {
    const { endpoint, secret } = await webhooks.rotate({ id, owner: null, actor }, overlap_seconds)
    return { ...present(endpoint), secret }
  },
})
