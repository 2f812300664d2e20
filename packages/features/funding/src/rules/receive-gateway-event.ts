import { isParakhError } from '@parakh/core'
import type { CallbackResult, FundingRecord } from '../contract/funding.ts'
import type { GatewayEvent, GatewayPayment } from '../contract/payment-gateways.ts'
import type { RecordedEvent } from '../contract/recorded-event.ts'
import { applyReversals } from './apply-reversals.ts'
import { CREDITED_STATES } from './funding-reversal.ts'
import { capture, failure } from './funding-steps.ts'
import { fundingOfPayment, orderOf } from './paid-funding.ts'
import { type KeptEvent, recordedEvent, reversedBy } from './recorded-events.ts'
import { type GatewayEventParts, keepEvent, keepPayment, suspenseReason } from './suspense-items.ts'
import { plainUtr } from './utr.ts'

const PRINTABLE = /^[\x20-\x7e]{1,128}$/
type Captured = Extract<GatewayEvent, { kind: 'captured' }>
type Failed = Extract<GatewayEvent, { kind: 'failed' }>
/** How an event was processed. Effect null: the step recorded it. */
interface Outcome {
  readonly result: CallbackResult
  readonly effect: string | null
  readonly fundingId: string | null
}

/**
 * Processes a verified event of a gateway. It is recorded first; what its payment needs is then applied, so that no order and no repetition of
 * events changes the result. A payment that matches no order becomes a suspense item and is credited to nobody.
 *
 * @param from The gateway's name, and the digest of the callback's body.
 */
export async function receiveGatewayEvent(
  parts: GatewayEventParts,
  from: { readonly gateway: string; readonly body: string },
  event: GatewayEvent,
): Promise<CallbackResult> {
  if (event.kind === 'ignored') return 'accepted'
  const plain = plainEvent(event)
  const recorded = await parts.rows.addEvent(recordedEvent(parts, plain, from))
  const { result, effect, fundingId } = await process(parts, plain, recorded)
  if (effect !== null) await parts.rows.settleEvent({ id: recorded.id, effect, fundingId })
  return result
}

/** An order that cannot be one of ours, and a bank number that cannot be one, are none: a database may refuse their characters. */
function plainEvent(event: KeptEvent): KeptEvent {
  if (event.kind !== 'captured' && event.kind !== 'failed') return event
  const reference = PRINTABLE.test(event.reference ?? '') ? event.reference : null
  if (event.kind === 'failed') return { ...event, reference }
  return { ...event, reference, utr: PRINTABLE.test(event.utr ?? '') ? plainUtr(event.utr ?? '') : null }
}

async function process(parts: GatewayEventParts, event: KeptEvent, recorded: RecordedEvent): Promise<Outcome> {
  switch (event.kind) {
    case 'noted':
      return { result: 'accepted', effect: 'none', fundingId: await idOf(parts, recorded) }
    case 'malformed':
      return suspended(await keepEvent(parts, recorded, 'unreadable'))
    case 'captured':
      return await receivePayment(parts, event, recorded)
    case 'failed':
      return await receiveFailure(parts, event, recorded)
    default:
      return await receiveReversal(parts, recorded)
  }
}

const suspended = (result: 'suspense'): Outcome => ({ result, effect: 'suspense', fundingId: null })
const accepted = (effect: string | null, fundingId: string | null): Outcome => ({
  result: 'accepted',
  effect,
  fundingId,
})
const idOf = async ({ rows }: GatewayEventParts, { gateway, paymentId }: RecordedEvent): Promise<string | null> =>
  paymentId === null ? null : ((await fundingOfPayment(rows, { gateway, paymentId }))?.id ?? null)

async function receivePayment(parts: GatewayEventParts, event: Captured, recorded: RecordedEvent): Promise<Outcome> {
  const { rows } = parts
  const { gateway } = recorded
  const payment = { gateway, paymentId: event.paymentId }
  const known = await fundingOfPayment(rows, payment)
  if (known) return accepted('none', (await applyReversals(parts, known)).id)
  if (await rows.findSuspense(payment)) return suspended('suspense')
  const keep = async (reason: string) => {
    await keepPayment(parts, { gateway, ...event, reason })
    // A refund or a dispute may have come first.
    await rows.explainSuspense(payment, reversedBy)
    return suspended('suspense')
  }
  const order = await orderOf(rows, gateway, event.reference)
  const misfit = misfitOf(order, event)
  if (misfit !== null || !order) return await keep(misfit ?? 'unknown_order')
  const claims = event.utr === null ? [event.paymentId] : [event.paymentId, event.utr]
  try {
    const paid = await rows.step(order.id, capture(gateway, event), { eventId: recorded.id, claims })
    if (paid.paymentId !== event.paymentId) return await keep('order_paid_before')
    await applyReversals(parts, paid)
    return accepted(null, paid.id)
  } catch (error) {
    const reason = isParakhError(error) ? suspenseReason(error.code) : null
    if (reason === null) throw error
    return await keep(reason)
  }
}

function misfitOf(order: FundingRecord | null, { currency, amount }: GatewayPayment): string | null {
  if (currency !== 'INR') return 'currency'
  if (!order) return 'unknown_order'
  return order.amount === amount ? null : 'amount_differs'
}

/** A failed attempt leaves the order open. A payment that was credited before stays so: an operator must look at the gateway's record. */
async function receiveFailure(parts: GatewayEventParts, event: Failed, recorded: RecordedEvent): Promise<Outcome> {
  const { rows } = parts
  const { gateway, paymentId } = recorded
  const paid = paymentId === null ? null : await fundingOfPayment(rows, { gateway, paymentId })
  if (paid && CREDITED_STATES.includes(paid.state))
    return suspended(await keepEvent(parts, recorded, 'failed_after_credit'))
  const order = await orderOf(rows, gateway, event.reference)
  if (!order) return accepted('none', null)
  const after = await rows.step(order.id, failure(gateway, event.reason), { eventId: recorded.id })
  return accepted(after.reason === event.reason && after.state === 'pending' ? null : 'none', order.id)
}

/** A refund or a dispute may come before its payment: then it waits, and is applied when the payment is credited. */
async function receiveReversal(parts: GatewayEventParts, recorded: RecordedEvent): Promise<Outcome> {
  const { rows } = parts
  const payment = { gateway: recorded.gateway, paymentId: recorded.paymentId ?? '' }
  const found = await fundingOfPayment(rows, payment)
  const item = found ? null : await rows.explainSuspense(payment, reversedBy)
  // The payment may have been credited or assigned meanwhile.
  const funding = found ?? (await fundingOfPayment(rows, payment))
  if (!funding) return { result: item ? 'suspense' : 'accepted', effect: 'waiting', fundingId: null }
  const { id, kept } = await applyReversals(parts, funding)
  return kept.includes(recorded.id) ? suspended('suspense') : accepted('none', id)
}
