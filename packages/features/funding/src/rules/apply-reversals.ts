import { isParakhError } from '@parakh/core'
import type { FundingRecord } from '../contract/funding.ts'
import type { RecordedEvent } from '../contract/recorded-event.ts'
import { isInRupees, reversalStep } from './funding-reversal.ts'
import { reversingEvent } from './recorded-events.ts'
import type { ReversingEvent } from './reversals.ts'
import { type GatewayEventParts, keepEvent, suspenseReason } from './suspense-items.ts'

/**
 * Applies the recorded refunds and disputes of a payment to its funding. Each is applied once, whenever this runs.
 *
 * @returns The funding's id, and the ids of events that went to suspense.
 */
export async function applyReversals(
  parts: GatewayEventParts,
  { id, gateway, paymentId }: Pick<FundingRecord, 'id' | 'gateway' | 'paymentId'>,
): Promise<{ readonly id: string; readonly kept: readonly string[] }> {
  if (gateway === null || paymentId === null) return { id, kept: [] }
  const kept: string[] = []
  for (const recorded of await parts.rows.paymentEvents({ gateway, paymentId })) {
    const event = reversingEvent(recorded)
    if (event === null) continue
    const reason = await apply(parts, { id, gateway, recorded, event })
    if (reason === null) continue
    await keepEvent(parts, recorded, reason)
    await parts.rows.settleEvent({ id: recorded.id, fundingId: id, effect: 'suspense' })
    kept.push(recorded.id)
  }
  return { id, kept }
}

interface Applied {
  readonly id: string
  readonly gateway: string
  readonly recorded: RecordedEvent
  readonly event: ReversingEvent
}

/** @returns Why the event goes to suspense; null: it was applied, or changes nothing. */
async function apply(parts: GatewayEventParts, { id, gateway, recorded, event }: Applied): Promise<string | null> {
  if (!isInRupees(event)) return 'currency'
  const isRefund = event.kind !== 'disputed'
  try {
    const { state } = await parts.rows.step(id, reversalStep(gateway, event), {
      eventId: recorded.id,
      payment: { gateway, paymentId: event.paymentId },
      claims: isRefund ? [event.refundId] : [],
      earlier: isRefund ? `refund/${event.refundId}` : 'chargeback',
    })
    return state === 'rejected' && isUndone(event) ? 'reversal_undone' : null
  } catch (error) {
    const reason = isParakhError(error) ? suspenseReason(error.code) : null
    if (reason === null) throw error
    return reason === 'reference_used' ? 'refund_id_used' : reason
  }
}

/** Whether an event undoes an earlier one. */
const isUndone = (event: ReversingEvent): boolean =>
  event.kind === 'refund_failed' || (event.kind === 'disputed' && (event.phase === 'won' || event.phase === 'closed'))
