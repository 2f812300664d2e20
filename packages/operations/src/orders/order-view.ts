import type { AsyncResults, Billing, CallState, Endpoint } from '@parakh/core'
import { EnvironmentField, Moment, MomentOrNone, moment, Rupees, rupeesText } from '@parakh/core/fields'
import * as z from 'zod'

/** An order in a list. */
export const OrderLine = z.object({
  ref_id: z.string(),
  account_id: z.string(),
  environment: EnvironmentField,
  endpoint: z.string(),
  request_id: z.string(),
  state: z.enum(['pending', 'completed', 'failed']),
  charged: Rupees,
  refunded: Rupees,
  created_at: Moment,
})
/** One order. */
export const OrderView = OrderLine.extend({
  provider: z.string().nullable().describe('The provider'),
  updated_at: MomentOrNone.describe('The time of the last async result'),
  result: z.record(z.string(), z.unknown()).nullable().describe('The last async result'),
})

interface OrderServices {
  readonly billing: Billing
  readonly endpoints: readonly Endpoint[]
}

/** The asynchronous endpoints. */
export const laterEndpoints = (endpoints: readonly Endpoint[]): readonly string[] =>
  endpoints.flatMap(({ id, asyncResult }) => (asyncResult === undefined ? [] : [id]))

/** The call that is an order of this reference; null: there is none. */
export async function orderOf({ billing, endpoints }: OrderServices, reference: string): Promise<CallState | null> {
  const call = (await billing.findByReference(reference))?.call
  return call && laterEndpoints(endpoints).includes(call.endpoint) ? call : null
}

const stateOf = ({ asyncState, phase }: CallState): z.output<typeof OrderLine>['state'] => {
  if (asyncState !== null) return asyncState
  return phase === 'held' || phase === 'dispatched' ? 'pending' : phase === 'answered' ? 'completed' : 'failed'
}

/** Presents an order of a list. */
export const presentOrderLine = (call: CallState): z.input<typeof OrderLine> => ({
  ...{ ref_id: call.reference, account_id: call.accountId, environment: call.environment, endpoint: call.endpoint },
  ...{ request_id: call.requestId, state: stateOf(call), charged: rupeesText(call.charged) },
  ...{ refunded: rupeesText(call.refunded), created_at: moment(call.at) },
})

/** Presents one order with its last async result. */
export async function presentOrder(asyncResults: AsyncResults, call: CallState): Promise<z.input<typeof OrderView>> {
  const result = await asyncResults.last(call, call.reference)
  return {
    ...{ ...presentOrderLine(call), provider: call.provider, updated_at: result ? moment(result.at) : null },
    result: result && { ...result.data },
  }
}
