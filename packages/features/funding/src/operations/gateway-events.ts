import { askedPage, type Drawing, defineOperation, PAGE_FIELDS, pageOf, presentPage } from '@parakh/core'
import { Moment, MomentOrNone, moment, momentOrNone, rupeesText } from '@parakh/core/fields'
import * as z from 'zod'
import { Funding } from '../contract/funding.ts'
import { DISPUTE_PHASES } from '../contract/payment-gateways.ts'
import { RECORDED_KINDS, type RecordedEvent } from '../contract/recorded-event.ts'
import { ReferenceField } from './funding-view.ts'
import { fundingApprove } from './scopes.ts'

const EventView = z.object({
  event_id: z.string(),
  gateway: z.string(),
  kind: z.enum(RECORDED_KINDS),
  payment_id: z.string().nullable(),
  subject: z.string().nullable().describe("The refund, the dispute, the order, or the gateway's name of the event"),
  phase: z.enum(DISPUTE_PHASES).nullable().describe('Of a dispute'),
  amount: z.string().nullable(),
  currency: z.string().nullable(),
  reason: z.string().nullable(),
  happened_at: MomentOrNone.describe('When it happened at the gateway; null: unknown'),
  funding_id: z.string().nullable(),
  effect: z
    .string()
    .describe('waiting: its payment is not credited yet; none; suspense: an operator must look at it; or the action'),
  created_at: Moment,
})
const presentEvent = (event: RecordedEvent): z.input<typeof EventView> => ({
  event_id: event.id,
  gateway: event.gateway,
  kind: event.kind,
  payment_id: event.paymentId,
  subject: event.subject,
  phase: event.phase,
  amount: event.amount === null ? null : rupeesText(event.amount),
  currency: event.currency,
  reason: event.reason,
  happened_at: momentOrNone(event.happenedAt),
  funding_id: event.fundingId,
  effect: event.effect,
  created_at: moment(event.createdAt),
})

/** The recorded events of payment gateways, newest first. */
export const listGatewayEvents = defineOperation({
  id: 'funding.gateway-events',
  effect: 'read',
  scope: fundingApprove,
  path: '/funding-gateway-events',
  whose: 'operators',
  summary: 'List the events that payment gateways sent, newest first, with their effect',
  input: z.object({
    ...PAGE_FIELDS,
    reference: ReferenceField.exactOptional().describe('Only with exactly this payment, refund, dispute or funding id'),
  }),
  output: pageOf(EventView),
  command: {
    name: 'funding gateway events',
    rows: 'events',
    options: { limit: { default: 50 } },
    text: ({ items }, { draw }) => (items.length === 0 ? 'No gateway events yet.' : drawEvents(items, draw)),
  },
  needs: { funding: Funding },
  async handle({ input, funding }) {
    const { page, filters } = askedPage(input)
    return presentPage(await funding.gatewayEvents({ ...page, ...filters }), presentEvent)
  },
})

const drawEvents = (items: readonly z.output<typeof EventView>[], draw: Drawing): string =>
  draw.table(
    ['Received', 'Gateway', 'Event', 'Payment', 'Subject', 'Amount', 'Effect', 'Reason'],
    items.map((one) => [
      one.created_at,
      one.gateway,
      one.phase === null ? one.kind : `${one.kind}: ${one.phase}`,
      one.payment_id ?? '',
      one.subject ?? '',
      one.amount === null ? '' : `${one.amount} ${one.currency ?? ''}`.trim(),
      one.effect,
      one.reason ?? '',
    ]),
  )
