import { type Clock, type Ids, type Money, zero } from '@parakh/core'
import { GatewayMethod, type GatewayPayment } from '../contract/payment-gateways.ts'
import type { RecordedEvent } from '../contract/recorded-event.ts'
import { eventItemId, type FundingRows } from './funding-rows.ts'

/** The services that process gateway events. */
export interface GatewayEventParts {
  readonly rows: FundingRows
  readonly clock: Clock
  readonly ids: Ids
}

/** ISO 4217: no currency. */
const NO_CURRENCY = 'XXX'
/** Errors of the wallet or the account that a repeated callback would meet again, and a reference that another payment has. */
const REASONS: Readonly<Record<string, string>> = {
  ACCOUNT_CLOSED: 'account_closed',
  WALLET_CANNOT_CREDIT: 'wallet_cannot_credit',
  FUNDING_STATE: 'order_paid_before',
  FUNDING_REFERENCE_USED: 'reference_used',
}
/** Why an event goes to suspense; null: the error is temporary, so the gateway must send the event again. */
export const suspenseReason = (code: string): string | null => REASONS[code] ?? null

interface KeptPayment extends Omit<GatewayPayment, 'method'> {
  readonly gateway: string
  readonly method?: string | null
  readonly reason: string
}

/** Stores a payment that cannot be credited, for an operator to assign. */
export async function keepPayment(
  { rows, clock, ids }: GatewayEventParts,
  { gateway, paymentId, amount, currency, reference, utr, method, reason }: KeptPayment,
): Promise<'suspense'> {
  const at = clock.now()
  await rows.addSuspense({
    id: ids.next(),
    gateway,
    paymentId,
    amount,
    currency,
    reference,
    utr,
    method: GatewayMethod.parse(method),
    reason,
    state: 'open',
    resolution: null,
    createdAt: at,
    updatedAt: at,
  })
  return 'suspense'
}

/** Stores an event that an operator must look at. It names its payment, and nobody can be credited with it. */
export async function keepEvent(
  parts: GatewayEventParts,
  { gateway, key, paymentId, amount, currency }: RecordedEvent,
  reason: string,
): Promise<'suspense'> {
  return await keepPayment(parts, {
    gateway,
    paymentId: eventItemId(key),
    amount: amount ?? zero,
    currency: currency ?? inrOrNone(amount),
    reference: paymentId,
    utr: null,
    reason,
  })
}

const inrOrNone = (amount: Money | null): string => (amount === null ? NO_CURRENCY : 'INR')
