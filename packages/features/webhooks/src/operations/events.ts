import { type Drawing, defineOperation, HostCatalogue, pageOf, presentPage } from '@parakh/core'
import { EnvironmentField, MomentField, momentOrNone } from '@parakh/core/fields'
import * as z from 'zod'
import { Webhooks } from '../contract.ts'
import { DELIVERY_STATES, type EventDelivery, type LoggedEvent } from '../event-log.ts'
import { POSTED_HEADERS } from '../signing/signature-headers.ts'
import { presentAttempt } from '../views.ts'
import { AttemptView } from './endpoint-view.ts'
import { webhooksRead } from './scopes.ts'

const read = { effect: 'read', scope: webhooksRead } as const
const Time = z.iso.datetime().nullable()
const DeliveryView = z.object({
  endpoint_id: z.string(),
  status: z.enum(DELIVERY_STATES).describe('retrying: it failed, and another attempt follows'),
  attempts: z.int().describe('Attempts that were made'),
  http_status: z.int().nullable().describe('What the last attempt was answered'),
  error: z.string().nullable(),
  attempted_at: Time,
  next_attempt_at: Time,
})
const EventView = z.object({
  event_id: z.string(),
  type: z.string(),
  created_at: z.iso.datetime(),
  replay_of: z.string().nullable().describe('The event that this replays'),
  deliveries: z.array(DeliveryView).describe('One for each endpoint that receives it'),
})

const presentDelivery = (one: EventDelivery): z.input<typeof DeliveryView> => ({
  ...{ endpoint_id: one.endpointId, status: one.status, attempts: one.attempts },
  ...{ http_status: one.httpStatus, error: one.error },
  ...{ attempted_at: momentOrNone(one.attemptedAt), next_attempt_at: momentOrNone(one.nextAt) },
})
const presentEvent = (event: LoggedEvent): z.input<typeof EventView> => ({
  ...{ event_id: event.id, type: event.type, created_at: event.createdAt.toISOString(), replay_of: event.replayOf },
  deliveries: event.deliveries.map(presentDelivery),
})

/** `webhooks.events` */
export const listEvents = defineOperation({
  ...{ ...read, id: 'webhooks.events', path: '/accounts/{account_id}/webhook-events' },
  summary: 'List the events of an account with their deliveries to its endpoints, newest first',
  input: z.object({
    account_id: z.string(),
    environment: EnvironmentField.default('production'),
    type: z.string().max(64).exactOptional().describe('Such as order.updated'),
    status: z.enum(DELIVERY_STATES).exactOptional().describe('Events with a delivery in this state'),
    endpoint_id: z.string().max(64).exactOptional().describe('Events with a delivery to this endpoint'),
    since: MomentField.exactOptional().describe('Included'),
    until: MomentField.exactOptional().describe('Excluded'),
    cursor: z
      .string()
      .min(1)
      .max(1_000)
      .optional()
      .describe('The next_cursor of the previous page. A page may have no rows and a cursor: the search goes on there'),
    limit: z.int().min(1).max(100).default(50).describe('The page size, 1 to 100'),
  }),
  output: pageOf(EventView),
  whose: { account: 'account_id' },
  command: {
    rows: 'events',
    options: { since: { read: 'time' }, until: { read: 'time' } },
    text: ({ items }, { draw }) => drawEvents(items, draw),
  },
  needs: { webhooks: Webhooks },
  async handle({ input, webhooks }) {
    const { account_id: accountId, environment, endpoint_id, cursor = null, ...query } = input
    const at = endpoint_id === undefined ? {} : { endpointId: endpoint_id }
    return presentPage(await webhooks.events({ accountId, environment }, { ...query, ...at, cursor }), presentEvent)
  },
})

/** `webhooks.event` */
export const getEvent = defineOperation({
  ...{ ...read, id: 'webhooks.event', path: '/accounts/{account_id}/webhook-events/{event_id}' },
  summary: 'Get an event: what is posted of it, and its attempts at each endpoint',
  input: z.object({ account_id: z.string(), event_id: z.string(), environment: EnvironmentField }),
  output: EventView.extend({
    body: z.string().describe('The body of each attempt, byte by byte as it is signed'),
    headers: z.array(z.string()).describe('The names of the headers that it is posted with'),
    attempts: z.array(AttemptView).describe('The newest 200, newest first'),
  }),
  whose: { account: 'account_id' },
  command: { positional: ['event_id'] },
  needs: { webhooks: Webhooks },
  async handle({ input: { account_id: accountId, environment, event_id }, webhooks }) {
    const event = await webhooks.event({ accountId, environment }, event_id)
    return {
      ...presentEvent(event),
      ...{ body: event.body, headers: [...POSTED_HEADERS], attempts: event.attempts.map(presentAttempt) },
    }
  },
})

/** `webhooks.event_types` */
export const listEventTypes = defineOperation({
  ...{ ...read, id: 'webhooks.event_types', path: '/webhook-event-types', whose: 'everyone' },
  summary: 'List the types of events that this host emits',
  input: z.object({}),
  output: z.object({ types: z.array(z.string()) }),
  command: { name: 'webhooks event-types', text: ({ types }) => types.join('\n') },
  needs: { catalogue: HostCatalogue },
  handle: async ({ catalogue }) => ({ types: [...catalogue.eventTypes] }),
})

/** Events for a person: one line a delivery. */
const drawEvents = (events: readonly z.output<typeof EventView>[], draw: Drawing): string =>
  events.length === 0
    ? 'There are no events.'
    : draw.table(
        ['Time', 'Event', 'Type', 'Endpoint', 'Status', 'Attempts', 'HTTP', 'Error'],
        events.flatMap(({ created_at, event_id, type, deliveries }) =>
          deliveries.length === 0
            ? [[created_at, event_id, type, '', '', '', '', '']]
            : deliveries.map((one) => [
                ...[created_at, event_id, type, one.endpoint_id, one.status, `${one.attempts}`],
                ...[`${one.http_status ?? ''}`, one.error ?? ''],
              ]),
        ),
      )
