import {
  askedPage,
  Billing,
  Clock,
  defineOperation,
  OfferedEndpoints,
  PAGE_FIELDS,
  pageOf,
  Retention,
  UsageLog,
} from '@parakh/core'
import { EnvironmentField, MomentField } from '@parakh/core/fields'
import * as z from 'zod'
import { ordersRead } from '../scopes.ts'
import { CallIdField } from '../usage/call-id-field.ts'
import { requestIdOf } from '../usage/find-request.ts'
import { usagePage } from '../usage/usage-page.ts'
import { laterEndpoints, OrderLine, orderOf, presentOrderLine } from './order-view.ts'

/** `orders.list` */
export const listOrders = defineOperation({
  id: 'orders.list',
  effect: 'read',
  summary: 'List orders and other asynchronous calls of an account, newest first, within the visible usage log',
  scope: ordersRead,
  path: '/accounts/{account_id}/orders',
  input: z.object({
    account_id: z.string(),
    environment: EnvironmentField.default('production'),
    endpoint: z.string().exactOptional(),
    key_id: z.string().exactOptional(),
    request_id: CallIdField.exactOptional().describe('The idempotency key or request id of a caller, or our reference'),
    from: MomentField.exactOptional().describe('Included'),
    until: MomentField.exactOptional().describe('Excluded'),
    ...PAGE_FIELDS,
  }),
  output: pageOf(OrderLine),
  whose: { account: 'account_id' },
  command: { options: { request_id: { flag: 'request-id' } } },
  needs: { billing: Billing, clock: Clock, endpoints: OfferedEndpoints, retention: Retention, usageLog: UsageLog },
  async handle({ input, billing, endpoints, ...services }) {
    const { page, filters } = askedPage(input)
    const { account_id: accountId, endpoint, key_id, request_id, ...rest } = filters
    const later = laterEndpoints(endpoints).filter((id) => endpoint === undefined || id === endpoint)
    const wallet = { accountId, environment: rest.environment }
    const chosen = {
      ...{ endpoints: later, outcome: 'answer' as const },
      ...(key_id === undefined ? {} : { keyId: key_id }),
      ...(request_id === undefined ? {} : { requestId: await requestIdOf({ billing, wallet }, request_id) }),
    }
    const asked = { ...rest, accountId, filters: chosen }
    const { items, next } = await usagePage(services, asked, page)
    // A charge on completion has a row of its own; its order has been listed with its answer.
    const answers = items.filter(({ calls }) => calls !== 0)
    const calls = await Promise.all(answers.map(({ reference }) => orderOf({ billing, endpoints }, reference)))
    return { items: calls.flatMap((call) => (call ? [presentOrderLine(call)] : [])), next_cursor: next }
  },
})
