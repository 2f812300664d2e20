import { type Money, micro } from '@parakh/core'
import type { FundingRecord, FundingState } from '../contract/funding.ts'
import type { RecordedEvent } from '../contract/recorded-event.ts'
import type { Reversal, ReversalPhase } from '../contract/reversal.ts'
import type { FundingStep } from './funding-rows.ts'
import { reversingEvents } from './recorded-events.ts'
import { listedReversals, type ReversingEvent, reversalsAfter, reversedByEvents, takenBy } from './reversals.ts'

/** The states of a payment that was credited. */
export const CREDITED_STATES: readonly FundingState[] = ['credited', 'disputed', 'charged_back', 'refunded']
const SUSPENDING: readonly FundingState[] = ['disputed', 'charged_back']

/** Why the reversals of a funding change. */
export interface ReversalChange {
  readonly reversals: readonly Reversal[]
  readonly reason: string | null
  /** Names the movement below the funding in the ledger, once: `refund/rfnd_1`. */
  readonly name: string
  readonly actor: string
  readonly action: string
}

/**
 * A funding with other reversals. Its state, the account's and the wallet's follow from them: the wallet is moved by the difference, so that the
 * result does not depend on the order of the events.
 */
export function withReversals(funding: FundingRecord, change: ReversalChange): FundingStep {
  const { reversals, reason, name, actor, action } = change
  const { id, amount } = funding
  const reversed = takenBy(amount, reversals)
  const state = stateOf(amount, reversed, reversals)
  const moved = reversed - funding.reversed
  const reference = `funding/${id}/${name}`
  const money = {
    kind: moved > 0 ? 'reverse' : 'return',
    amount: micro(Math.abs(moved)),
    reference,
    reason: reason ?? action,
  } as const
  const account = accountChange(funding.state, state)
  return {
    funding: { ...funding, reversals, reversed, state, reason },
    ...(moved === 0 ? {} : { money, clawsBack: moved > 0 }),
    ...(account === null ? {} : { account }),
    actor,
    action,
  }
}

function stateOf(amount: Money, reversed: Money, reversals: readonly Reversal[]): FundingState {
  if (reversed < amount && reversals.some(({ phase }) => phase === 'opened')) return 'disputed'
  // What was refunded before cannot be charged back.
  const refunded = takenBy(
    amount,
    reversals.filter(({ phase }) => phase === 'taken'),
  )
  if (refunded < amount && reversals.some(({ phase }) => phase === 'lost')) return 'charged_back'
  return reversed === amount ? 'refunded' : 'credited'
}

const accountChange = (before: FundingState, after: FundingState): 'suspend' | 'open' | null => {
  if (before === after) return null
  if (SUSPENDING.includes(after)) return 'suspend'
  return SUSPENDING.includes(before) ? 'open' : null
}

/**
 * The step of a gateway's refund or dispute. A payment that waits for its approval is rejected if its money went back; one that is not credited
 * is left alone.
 *
 * @param earlier See `listedReversals`.
 * @param recorded All recorded events of the payment.
 */
export const reversalStep =
  (gateway: string, received: ReversingEvent) =>
  (funding: FundingRecord, earlier: Money, recorded: readonly RecordedEvent[] = []): FundingStep | null => {
    const actor = `system:gateway-${gateway}`
    const others = reversingEvents(recorded).filter(isInRupees)
    const history = others.length === 0 ? [received] : others
    const event = failedSince(received, history)
    if (CREDITED_STATES.includes(funding.state)) return creditedStep(funding, { event, history, earlier, actor })
    const isWaiting = funding.state === 'submitted' || funding.state === 'approved'
    if (!isWaiting || reversedByEvents(history) !== true) return null
    const { reason } = wordsOf(event)
    return { funding: { ...funding, state: 'rejected', reason }, actor, action: 'funding.reject' }
  }

/** A refund that failed later takes nothing, so that no commission is clawed back for it. */
const failedSince = (event: ReversingEvent, history: readonly ReversingEvent[]): ReversingEvent => {
  if (event.kind !== 'refunded') return event
  return history.find((one) => one.kind === 'refund_failed' && one.refundId === event.refundId) ?? event
}

interface CreditedReversal {
  readonly event: ReversingEvent
  readonly history: readonly ReversingEvent[]
  readonly earlier: Money
  readonly actor: string
}

function creditedStep(
  funding: FundingRecord,
  { event, history, earlier, actor }: CreditedReversal,
): FundingStep | null {
  const listed = listedReversals(funding, { event, earlier })
  const reversals = reversalsAfter(listed, event, { amount: funding.amount, history })
  if (reversals === null) return null
  const { reason, name } = wordsOf(event)
  if (event.kind !== 'disputed') {
    const step = withReversals(funding, { reversals, reason, name, actor, action: actionOf(event) })
    return { ...step, claims: [event.refundId], isProven: true }
  }
  const dispute = reversals.find((one) => !listed.includes(one))
  const { phase = event.phase, changes = 1 } = dispute ?? {}
  const action = DISPUTE_ACTIONS[phase] ?? 'funding.dispute'
  const step = withReversals(funding, { reversals, reason, name: `${name}/${changes}`, actor, action })
  return step.money?.kind === 'return' ? { ...step, action: 'funding.return' } : step
}

/** Whether an event is in the currency of the wallets. Others go to suspense. */
export const isInRupees = (event: ReversingEvent): boolean =>
  !('currency' in event) || (event.currency ?? 'INR') === 'INR'

const DISPUTE_ACTIONS: Readonly<Partial<Record<ReversalPhase, string>>> = {
  inquiry: 'funding.inquiry',
  opened: 'funding.dispute',
  lost: 'funding.chargeback',
  won: 'funding.release',
  closed: 'funding.release',
}

const actionOf = ({ kind }: ReversingEvent): string =>
  kind === 'refunded' ? 'funding.refund' : 'funding.refund-failed'

function wordsOf(event: ReversingEvent): { readonly reason: string; readonly name: string } {
  if (event.kind === 'refunded') return { reason: `Refund ${event.refundId}`, name: `refund/${event.refundId}` }
  if (event.kind === 'refund_failed')
    return { reason: `Refund ${event.refundId} failed`, name: `refund/${event.refundId}/failed` }
  return { reason: event.reason, name: `dispute/${event.disputeId ?? 'earlier'}` }
}
