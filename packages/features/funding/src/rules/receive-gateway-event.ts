import { type Clock, type Ids, isParakhError, type Money, zero } from '@parakh/core'
import type { CallbackResult, FundingRecord } from '../contract/funding.ts'
import { type GatewayEvent, GatewayMethod, type GatewayPayment } from '../contract/payment-gateways.ts'
import { type FundingRows, type FundingStep, REVERSED } from './funding-rows.ts'
import { capture, chargeback, dispute, failure, orRejected, refund, release } from './funding-steps.ts'
import { plainUtr } from './utr.ts'

/** The services that process gateway events. */
export interface GatewayEventParts {
  readonly rows: FundingRows
  readonly clock: Clock
  readonly ids: Ids
}
type Captured = Extract<GatewayEvent, { kind: 'captured' }>
type Disputed = Extract<GatewayEvent, { kind: 'disputed' }>
type Decided = (funding: FundingRecord) => FundingStep | null

/**
 * Processes a verified event of a gateway. A payment that matches no order becomes a suspense item and is credited to nobody.
 *
 * @param gateway Its name.
 */
export async function receiveGatewayEvent(
  parts: GatewayEventParts,
  gateway: string,
  event: GatewayEvent,
): Promise<CallbackResult> {
  const { rows } = parts
  switch (event.kind) {
    case 'ignored':
      return 'accepted'
    case 'malformed':
      return 'malformed'
    case 'captured':
      return await receivePayment(parts, gateway, { ...event, utr: event.utr === null ? null : plainUtr(event.utr) })
    case 'failed': {
      const order = await orderOf(rows, gateway, event.reference)
      if (order) await rows.step(order.id, failure(gateway, event.reason))
      return 'accepted'
    }
    case 'refunded': {
      const act = { actor: `system:gateway-${gateway}`, reason: `Refund ${event.refundId}` }
      const { paymentId, amount } = event
      return await reverse(parts, { gateway, paymentId, amount }, orRejected(act, refund(gateway, event)))
    }
    case 'disputed':
      return await reverse(parts, { gateway, paymentId: event.paymentId, amount: zero }, stepOfDispute(gateway, event))
  }
}

async function receivePayment(parts: GatewayEventParts, gateway: string, event: Captured): Promise<CallbackResult> {
  const { rows } = parts
  if (await rows.findByReference(event.paymentId)) return 'accepted'
  if (await rows.findSuspense({ gateway, paymentId: event.paymentId })) return 'suspense'
  const order = await orderOf(rows, gateway, event.reference)
  const misfit = misfitOf(order, event)
  if (misfit !== null || !order) return await keep(parts, { gateway, ...event, reason: misfit ?? 'unknown_order' })
  try {
    const paid = await rows.step(order.id, capture(gateway, event))
    if (paid.paymentId === event.paymentId) return 'accepted'
    return await keep(parts, { gateway, ...event, reason: 'order_paid_before' })
  } catch (error) {
    const reason = isParakhError(error) ? REASONS[error.code] : undefined
    if (reason === undefined) throw error
    return await keep(parts, { gateway, ...event, reason })
  }
}

/** Errors that a concurrent callback may cause, because it was processed first; or the account was closed meanwhile. */
const REASONS: Readonly<Record<string, string>> = {
  ACCOUNT_CLOSED: 'account_closed',
  FUNDING_STATE: 'order_paid_before',
  FUNDING_REFERENCE_USED: 'reference_used',
}

function misfitOf(order: FundingRecord | null, { currency, amount }: GatewayPayment): string | null {
  if (currency !== 'INR') return 'currency'
  if (!order) return 'unknown_order'
  return order.amount === amount ? null : 'amount_differs'
}

/** The order or QR that a payment names; null: none of this gateway. */
async function orderOf(rows: FundingRows, gateway: string, reference: string | null): Promise<FundingRecord | null> {
  const order = reference === null ? null : ((await rows.get(reference)) ?? (await byGatewayOrder(rows, reference)))
  if (!order || order.method === 'bank_transfer') return null
  return order.gateway === null || order.gateway === gateway ? order : null
}

/** The funding of a gateway's order. */
async function byGatewayOrder(rows: FundingRows, orderId: string): Promise<FundingRecord | null> {
  const funding = await rows.findByReference(orderId)
  return funding?.gatewayOrderId === orderId ? funding : null
}

interface Unexplained extends Pick<GatewayPayment, 'paymentId' | 'amount'> {
  readonly gateway: string
  readonly currency?: string
  readonly reference?: string | null
  readonly utr?: string | null
  readonly method?: string | null
  readonly reason: string
}

async function keep({ rows, clock, ids }: GatewayEventParts, item: Unexplained): Promise<'suspense'> {
  const [at, { gateway, paymentId, amount, reason, currency = 'INR', reference = null, utr = null }] = [
    clock.now(),
    item,
  ]
  const open = { state: 'open', resolution: null, createdAt: at, updatedAt: at } as const
  const payment = { gateway, paymentId, amount, currency, reference, utr, method: GatewayMethod.parse(item.method) }
  await rows.addSuspense({ id: ids.next(), ...payment, reason, ...open })
  return 'suspense'
}

interface Reversal {
  readonly gateway: string
  readonly paymentId: string
  readonly amount: Money
}

/** A reversal may come before the payment that it reverses, or before an operator assigned that: then the payment is not credited any more. */
async function reverse(parts: GatewayEventParts, reversal: Reversal, decide: Decided): Promise<CallbackResult> {
  const { paymentId } = reversal
  const found = await parts.rows.findByReference(paymentId)
  if (!found) await keep(parts, { ...reversal, reason: REVERSED })
  // An operator may have assigned it meanwhile.
  const funding = found ?? (await parts.rows.findByReference(paymentId))
  if (!funding) return 'suspense'
  await parts.rows.step(funding.id, decide)
  return 'accepted'
}

/** A late or repeated callback finds another state and changes nothing. */
function stepOfDispute(gateway: string, { phase, reason }: Disputed): Decided {
  const act = { id: '', actor: `system:gateway-${gateway}`, reason }
  if (phase === 'opened') return orRejected(act, dispute(act))
  const step = phase === 'lost' ? orRejected(act, chargeback(act)) : release(act)
  const allowed = phase === 'lost' ? ['submitted', 'approved', 'credited', 'disputed'] : ['disputed']
  return (funding) => (allowed.includes(funding.state) ? step(funding) : null)
}
