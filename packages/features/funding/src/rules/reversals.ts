import { type Money, micro, zero } from '@parakh/core'
import type { FundingRecord } from '../contract/funding.ts'
import type { GatewayEvent } from '../contract/payment-gateways.ts'
import type { Reversal, ReversalPhase } from '../contract/reversal.ts'

/** The events that change the reversals of a payment. */
export type ReversingEvent = Extract<GatewayEvent, { kind: 'refunded' | 'refund_failed' | 'disputed' }>
type Payment = Pick<FundingRecord, 'amount' | 'reversed' | 'reversals' | 'state'>

/** The id of the dispute of a gateway that sends none, and of reversals that a release before this list made. */
export const EARLIER = 'earlier'
/** Phases of a dispute in their order, where the gateway's times do not tell it. */
const RANKS: Readonly<Partial<Record<ReversalPhase, number>>> = {
  inquiry: 0,
  opened: 1,
  released: 1,
  closed: 2,
  won: 2,
  lost: 2,
}
/** Phases that a newer event does not leave, by its phase: an operator's release stands until the bank decides, and lost money stays lost. */
const KEPT: Readonly<Partial<Record<ReversalPhase, readonly ReversalPhase[]>>> = {
  inquiry: ['opened', 'released', 'lost'],
  opened: ['released', 'lost'],
  closed: ['won', 'lost'],
}

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

/** The reversals of a payment after an event; null: it changes nothing, because it is older, repeated, or milder than what is known. */
export function reversalsAfter(
  reversals: readonly Reversal[],
  event: ReversingEvent,
  amount: Money,
): readonly Reversal[] | null {
  return event.kind === 'disputed'
    ? afterDispute(reversals, event, amount)
    : afterRefund(reversals, event.refundId, event.kind === 'refunded' ? event.amount : null)
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

function afterDispute(
  reversals: readonly Reversal[],
  event: Extract<ReversingEvent, { kind: 'disputed' }>,
  whole: Money,
): readonly Reversal[] | null {
  const { disputeId: id = EARLIER, phase, amount } = event
  const at = event.at?.getTime() ?? null
  const disputes = reversals.filter(({ kind }) => kind === 'dispute')
  const known = disputes.find((one) => one.id === id) ?? disputes.find((one) => one.id === EARLIER)
  if (!known) return [...reversals, { kind: 'dispute', id, phase, amount: amount ?? whole, at, changes: 1 }]
  const next = nextPhase(known, phase, at)
  if (next === null) return null
  const isChange = next !== known.phase
  const changes = known.changes + (isChange ? 1 : 0)
  const taken = isChange ? (amount ?? whole) : known.amount
  return reversals.map((one) => (one === known ? { ...one, id, phase: next, amount: taken, at, changes } : one))
}

/** The phase of a dispute after an event; null: the event is older, or says nothing new. */
function nextPhase(known: Reversal, phase: ReversalPhase, at: number | null): ReversalPhase | null {
  const order = at !== null && known.at !== null ? at - known.at : 0
  if (order < 0) return null
  const isKept = phase === known.phase || (KEPT[phase] ?? []).includes(known.phase)
  const isBehind = order === 0 && (RANKS[phase] ?? 0) < (RANKS[known.phase] ?? 0)
  // A newer event of the same phase still counts: what happened before it comes too late.
  if (isKept || isBehind) return order > 0 ? known.phase : null
  return phase
}
