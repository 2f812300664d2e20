import { type Money, micro, zero } from '@parakh/core'
import type { FundingRecord } from '../contract/funding.ts'
import type { GatewayEvent } from '../contract/payment-gateways.ts'
import type { Reversal } from '../contract/reversal.ts'
import { type DisputeEvent, disputeAfter, EARLIER, keepsPhase } from './dispute-phases.ts'

/** The events that change the reversals of a payment. */
export type ReversingEvent = Extract<GatewayEvent, { kind: 'refunded' | 'refund_failed' | 'disputed' }>
type Payment = Pick<FundingRecord, 'amount' | 'reversed' | 'reversals' | 'state'>

/** Whether a reversal takes money out of the wallet. */
export const takesMoney = ({ phase }: Pick<Reversal, 'phase'>): boolean => phase === 'taken' || phase === 'lost'

/** The part of a payment that its reversals take: no more than its amount. */
export const takenBy = (amount: Money, reversals: readonly Reversal[]): Money =>
  micro(
    Math.min(
      amount,
      reversals.filter(takesMoney).reduce((sum, one) => sum + one.amount, 0),
    ),
  )

/**
 * The reversals of a funding, with those that an earlier release made without listing them.
 *
 * @param earlier What the ledger took for this very refund or chargeback before there was a list; zero: nothing.
 */
export function listedReversals(
  payment: Payment,
  { event, earlier }: { readonly event: ReversingEvent | null; readonly earlier: Money },
): readonly Reversal[] {
  const { amount, reversed, reversals, state } = payment
  const known = reversals.filter(({ kind }) => kind !== 'earlier')
  const lump = reversals.reduce((sum, one) => sum + (one.kind === 'earlier' ? one.amount : 0), 0)
  const unlisted = reversed - takenBy(amount, reversals) + lump
  const own = isListed(known, event) ? 0 : Math.min(unlisted, earlier)
  const entry = { at: null, changes: 1 }
  const adopted: Reversal[] = []
  if (own > 0 && event !== null)
    adopted.push(
      event.kind === 'disputed'
        ? { kind: 'dispute', id: EARLIER, phase: 'lost', amount: micro(own), ...entry }
        : { kind: 'refund', id: event.refundId, phase: 'taken', amount: micro(own), ...entry },
    )
  const rest = micro(unlisted - own)
  const isLost = state === 'charged_back' && ![...known, ...adopted].some(({ phase }) => phase === 'lost')
  if (rest > 0) adopted.push({ kind: 'earlier', id: EARLIER, phase: isLost ? 'lost' : 'taken', amount: rest, ...entry })
  if (state === 'disputed' && !known.some(({ phase }) => phase === 'opened'))
    adopted.push({ kind: 'dispute', id: EARLIER, phase: 'opened', amount, ...entry })
  return [...known, ...adopted]
}

/** Whether the list has what an event is about: then the ledger's movement of that name is listed too. */
const isListed = (known: readonly Reversal[], event: ReversingEvent | null): boolean =>
  event === null ||
  known.some(({ kind, id }) =>
    event.kind === 'disputed' ? kind !== 'refund' : kind === 'refund' && id === event.refundId,
  )

/** The payment whose reversals change. */
interface ReversedPayment {
  readonly amount: Money
  /** All refunds and disputes of the payment, the event among them. */
  readonly history: readonly ReversingEvent[]
}

/** The reversals of a payment after an event; null: it changes nothing, because it is older, repeated, or milder than what is known. */
export function reversalsAfter(
  reversals: readonly Reversal[],
  event: ReversingEvent,
  payment: ReversedPayment,
): readonly Reversal[] | null {
  return event.kind === 'disputed'
    ? afterDispute(reversals, event, payment)
    : afterRefund(reversals, event.refundId, event.kind === 'refunded' ? event.amount : null)
}

/** Whether refunds and disputes reverse their payment now. Null: they reversed nothing, and undid nothing. */
export function reversedByEvents(history: readonly ReversingEvent[]): boolean | null {
  let reversals: readonly Reversal[] = []
  for (const event of history) reversals = reversalsAfter(reversals, event, { amount: zero, history }) ?? reversals
  const isReversed = reversals.some((one) => takesMoney(one) || one.phase === 'opened')
  return isReversed || reversals.some(({ phase }) => phase !== 'inquiry') ? isReversed : null
}

/** A failed refund never succeeds later, so whichever of both events comes first, the refund has failed. @param taken Null: it failed. */
function afterRefund(reversals: readonly Reversal[], id: string, taken: Money | null): readonly Reversal[] | null {
  const known = reversals.find((one) => one.kind === 'refund' && one.id === id)
  if (!known) {
    const phase = taken === null ? 'failed' : 'taken'
    return [...reversals, { kind: 'refund', id, phase, amount: taken ?? zero, at: null, changes: 1 }]
  }
  if (taken !== null || known.phase === 'failed') return null
  return reversals.map((one) => (one === known ? { ...one, phase: 'failed', changes: one.changes + 1 } : one))
}

const idOf = ({ disputeId = EARLIER }: DisputeEvent): string => disputeId

/** All events of the dispute decide its phase, so that an event that comes late counts as if it had come in time. */
function afterDispute(
  reversals: readonly Reversal[],
  event: DisputeEvent,
  { amount: whole, history }: ReversedPayment,
): readonly Reversal[] | null {
  const own = history.flatMap((one) => (one.kind === 'disputed' && idOf(one) === idOf(event) ? [one] : []))
  const dispute = disputeAfter(own, whole)
  if (dispute === null) return null
  const disputes = reversals.filter(({ kind }) => kind === 'dispute')
  const known = disputes.find(({ id }) => id === dispute.id) ?? disputes.find(({ id }) => id === EARLIER)
  if (!known) return [...reversals, dispute]
  const change = changeOf(known, dispute)
  return change && reversals.map((one) => (one === known ? change : one))
}

/** A listed dispute after its events; null: unchanged. */
function changeOf(known: Reversal, dispute: Reversal): Reversal | null {
  const { id, phase } = dispute
  // Without a time, an operator or a release before the list decided it.
  const isDecided = known.phase === 'released' || known.at === null
  const isKept = isDecided && keepsPhase(known.phase, phase)
  if (known.id !== id && (isKept || known.phase === phase)) return { ...known, id }
  if (isKept) return null
  if (known.phase === phase && (!takesMoney(known) || known.amount === dispute.amount)) return null
  return { ...dispute, changes: known.changes + 1 }
}
