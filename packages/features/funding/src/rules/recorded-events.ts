import { createHash } from 'node:crypto'
import type { Clock, Ids } from '@parakh/core'
import type { GatewayEvent } from '../contract/payment-gateways.ts'
import type { RecordedEvent } from '../contract/recorded-event.ts'
import { EARLIER } from './dispute-phases.ts'
import { type ReversingEvent, reversedByEvents } from './reversals.ts'

/** An event that is recorded. */
export type KeptEvent = Exclude<GatewayEvent, { kind: 'ignored' }>

const KEY_LENGTH = 40

/**
 * An event as it is recorded.
 *
 * @param body The digest of the callback's body, which tells apart events that say nothing more.
 */
export function recordedEvent(
  { clock, ids }: { readonly clock: Clock; readonly ids: Ids },
  event: KeptEvent,
  { gateway, body }: { readonly gateway: string; readonly body: string },
): RecordedEvent {
  const isBare = event.kind === 'noted' || event.kind === 'malformed'
  const text = JSON.stringify(Object.entries(event).sort(([one], [other]) => (one < other ? -1 : 1)))
  const key = createHash('sha256')
    .update(`${text}${isBare ? body : ''}`)
    .digest('hex')
    .slice(0, KEY_LENGTH)
  return {
    id: ids.next(),
    gateway,
    key,
    kind: event.kind,
    paymentId: event.paymentId ?? null,
    subject: subjectOf(event),
    phase: event.kind === 'disputed' ? event.phase : null,
    amount: 'amount' in event ? (event.amount ?? null) : null,
    currency: 'currency' in event ? (event.currency ?? null) : null,
    reason: 'reason' in event ? event.reason : null,
    happenedAt: event.kind === 'disputed' ? (event.at ?? null) : null,
    fundingId: null,
    effect: 'received',
    createdAt: clock.now(),
  }
}

function subjectOf(event: KeptEvent): string | null {
  switch (event.kind) {
    case 'refunded':
    case 'refund_failed':
      return event.refundId
    case 'disputed':
      return event.disputeId ?? null
    case 'noted':
    case 'malformed':
      return event.type ?? null
    default:
      return event.reference
  }
}

/** The refund or dispute that was recorded; null: it was another event. */
export function reversingEvent(event: RecordedEvent): ReversingEvent | null {
  const { kind, paymentId, subject, phase, amount, currency, happenedAt: at, reason } = event
  if (paymentId === null) return null
  if (kind === 'refund_failed' && subject !== null) return { kind, paymentId, refundId: subject }
  if (kind === 'refunded' && subject !== null && amount !== null)
    return { kind, paymentId, refundId: subject, amount, currency }
  if (kind !== 'disputed' || phase === null) return null
  return { kind, paymentId, disputeId: subject ?? EARLIER, phase, amount, currency, at, reason: reason ?? '' }
}

/** The refunds and disputes among recorded events. */
export const reversingEvents = (recorded: readonly RecordedEvent[]): readonly ReversingEvent[] =>
  recorded.flatMap((one) => reversingEvent(one) ?? [])

/** Whether the recorded events of a payment reverse it now. Null: they reversed nothing, and undid nothing. */
export const reversedBy = (recorded: readonly RecordedEvent[]): boolean | null =>
  reversedByEvents(reversingEvents(recorded))
