import { askedPage, defineOperation, PAGE_FIELDS, pageOf, presentPage } from '@parakh/core'
import { EnvironmentField, MomentField } from '@parakh/core/fields'
import * as z from 'zod'
import { presentAttempt } from '../views.ts'
import { AttemptView, drawAttempts, EndpointId, ownerOfEndpoint, webhookNeeds } from './endpoint-view.ts'
import { webhooksRead, webhooksWrite } from './scopes.ts'

const ofEndpoint = { whose: { owner: ownerOfEndpoint }, needs: webhookNeeds } as const
const write = { effect: 'write', scope: webhooksWrite } as const

/** `webhooks.test` */
export const testEndpoint = defineOperation({
  ...{ ...ofEndpoint, ...write, id: 'webhooks.test', path: '/webhooks/{endpoint_id}/test' },
  summary: 'Post the event webhook.test there',
  input: z.object(EndpointId),
  output: z.object({ event_id: z.string() }),
  command: {
    positional: ['endpoint_id'],
    text: ({ event_id }, { input }) =>
      `The event ${event_id} is queued: "parakh webhooks deliveries --endpoint ${input.endpoint_id}" shows it.`,
  },
  handle: async ({ input, actor, webhooks }) => ({
    event_id: await webhooks.test({ id: input.endpoint_id, owner: null, actor }),
  }),
})

/** `webhooks.deliveries` */
export const listDeliveries = defineOperation({
  ...{ ...ofEndpoint, id: 'webhooks.deliveries', effect: 'read', scope: webhooksRead },
  path: '/webhooks/{endpoint_id}/deliveries',
  summary: 'List the delivery attempts of a webhook endpoint, newest first',
  input: z.object({ ...EndpointId, status: AttemptView.shape.status.exactOptional(), ...PAGE_FIELDS }),
  output: pageOf(AttemptView),
  command: {
    rows: 'deliveries',
    more: ({ next_cursor }) => ({ next: next_cursor }),
    text: ({ items }, { draw }) => drawAttempts(items, draw),
  },
  async handle({ input, webhooks }) {
    const { page, filters } = askedPage(input)
    const { endpoint_id: id, ...status } = filters
    return presentPage(await webhooks.deliveries({ id, owner: null }, { ...page, ...status }), presentAttempt)
  },
})

const RANGE = {
  until: MomentField.exactOptional().describe('Excluded; default: now'),
  status: z.enum(['failed']).exactOptional().describe('Only events that were not delivered'),
  dry_run: z.boolean().default(false).describe('True: events are only counted'),
} as const

/** `webhooks.replay` */
export const replayRange = defineOperation({
  ...{ ...ofEndpoint, ...write, id: 'webhooks.replay', path: '/webhooks/{endpoint_id}/replay' },
  stepUp: true,
  summary: 'Replay a range of events to a webhook endpoint',
  input: z.object({ ...EndpointId, since: MomentField, ...RANGE }),
  output: z.object({ events: z.int(), cap: z.int(), dry_run: z.boolean() }),
  command: false,
  async handle({ input: { endpoint_id: id, dry_run, ...range }, actor, webhooks }) {
    return { ...(await webhooks.replayRange({ id, owner: null, actor }, { ...range, dryRun: dry_run })), dry_run }
  },
})

const ReplayedEvent = z.object({ event_id: z.string(), endpoints: z.int() })

/** `webhooks.replay_event` */
export const replayEvent = defineOperation({
  ...{ ...write, id: 'webhooks.replay_event', needs: webhookNeeds },
  path: '/accounts/{account_id}/webhook-events/{event_id}/replay',
  stepUp: true,
  summary: 'Replay one event of an account to every endpoint subscribed to its type',
  input: z.object({
    account_id: z.string(),
    event_id: z.string(),
    environment: EnvironmentField,
    as_new: z.boolean().default(false).describe('True: under a new id, with replay_of'),
  }),
  output: ReplayedEvent,
  // The event is looked up only within the account.
  whose: { account: 'account_id' },
  command: false,
  async handle({ input: { account_id: accountId, event_id: id, environment, as_new }, actor, webhooks }) {
    const change = { id, owner: { accountId, environment }, actor }
    const { eventId, endpoints } = await webhooks.replayEvent(change, { asNew: as_new })
    return { event_id: eventId, endpoints }
  },
})

/** `webhooks.replay_any`: an operator need not know whose event it is. */
export const replayAny = defineOperation({
  ...{ ...write, id: 'webhooks.replay_any', path: '/webhook-replays', whose: 'operators', needs: webhookNeeds },
  stepUp: true,
  summary: 'Send one event again, or a range of events to one endpoint',
  input: z
    .object({
      event: z.string().exactOptional().describe('This event, to every endpoint subscribed to its type'),
      as_new: z.boolean().default(false).describe('With an event: under a new id, with replay_of'),
      endpoint: z.string().exactOptional().describe('A range of events, to this endpoint'),
      since: MomentField.exactOptional(),
      ...RANGE,
    })
    .refine(({ event, endpoint, since }) => (event === undefined ? endpoint && since : endpoint === undefined), {
      path: ['event'],
      error: 'must be there alone, or else an endpoint and since',
    }),
  output: z.union([
    ReplayedEvent,
    z.object({ endpoint_id: z.string(), events: z.int(), cap: z.int(), dry_run: z.boolean() }),
  ]),
  command: {
    name: 'webhooks replay',
    options: { since: { read: 'time' }, until: { read: 'time' } },
    text(answer) {
      if ('event_id' in answer) return `The event ${answer.event_id} is queued for ${answer.endpoints} endpoint(s).`
      const { events, cap, dry_run } = answer
      return dry_run
        ? `Would send ${events} event(s); at most ${cap} per replay.`
        : `${events} event(s) are queued again.`
    },
  },
  async handle({ input: { event, as_new, endpoint = '', since = new Date(), dry_run, ...range }, actor, webhooks }) {
    const change = (id: string) => ({ id, owner: null, actor })
    if (event !== undefined) {
      const { eventId, endpoints } = await webhooks.replayEvent(change(event), { asNew: as_new })
      return { event_id: eventId, endpoints }
    }
    const replayed = await webhooks.replayRange(change(endpoint), { since, ...range, dryRun: dry_run })
    return { endpoint_id: endpoint, ...replayed, dry_run }
  },
})
