import { type Money, micro } from '@parakh/core'
import type { FundingRecord, FundingState } from '../contract/funding.ts'
import type { Reversal } from '../contract/reversal.ts'
import type { FundingStep } from './funding-rows.ts'
import { listedReversals, type ReversingEvent, reversalsAfter, takenBy } from './reversals.ts'

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
 */
export const reversalStep =
  (gateway: string, event: ReversingEvent) =>
  (funding: FundingRecord, earlier: Money): FundingStep | null => {
    const actor = `system:gateway-${gateway}`
    if (CREDITED_STATES.includes(funding.state)) return creditedStep(funding, { event, earlier, actor })
    const isWaiting = funding.state === 'submitted' || funding.state === 'approved'
    if (!isWaiting || !goesBack(event)) return null
    const { reason } = wordsOf(event)
    return { funding: { ...funding, state: 'rejected', reason }, actor, action: 'funding.reject' }
  }

interface CreditedReversal {
  readonly event: ReversingEvent
  readonly earlier: Money
  readonly actor: string
}

function creditedStep(funding: FundingRecord, { event, earlier, actor }: CreditedReversal): FundingStep | null {
  const listed = listedReversals(funding, { event, earlier })
  const reversals = reversalsAfter(listed, event, funding.amount)
  if (reversals === null) return null
  const { reason, name } = wordsOf(event)
  if (event.kind !== 'disputed') {
    const step = withReversals(funding, { reversals, reason, name, actor, action: actionOf(event) })
    return { ...step, claims: [event.refundId], isProven: true }
  }
  const dispute = reversals.find((one) => !listed.includes(one))
  // Only its time is newer: nothing is audited.
  if (listed.some((one) => one.kind === 'dispute' && one.id === dispute?.id && one.phase === dispute.phase))
    return { funding: { ...funding, reversals }, actor, action: null }
  const numbered = `${name}/${dispute?.changes ?? 1}`
  const step = withReversals(funding, { reversals, reason, name: numbered, actor, action: actionOf(event) })
  return step.money?.kind === 'return' ? { ...step, action: 'funding.return' } : step
}

/** Whether an event takes a payment's money back, or claims it. */
const goesBack = (event: ReversingEvent): boolean =>
  event.kind === 'refunded' || (event.kind === 'disputed' && (event.phase === 'opened' || event.phase === 'lost'))

const actionOf = (event: ReversingEvent): string => {
  if (event.kind === 'refunded') return 'funding.refund'
  if (event.kind === 'refund_failed') return 'funding.refund-failed'
  const actions = { inquiry: 'inquiry', opened: 'dispute', lost: 'chargeback', won: 'release', closed: 'release' }
  return `funding.${actions[event.phase]}`
}

function wordsOf(event: ReversingEvent): { readonly reason: string; readonly name: string } {
  if (event.kind === 'refunded') return { reason: `Refund ${event.refundId}`, name: `refund/${event.refundId}` }
  if (event.kind === 'refund_failed')
    return { reason: `Refund ${event.refundId} failed`, name: `refund/${event.refundId}/failed` }
  return { reason: event.reason, name: `dispute/${event.disputeId ?? 'earlier'}` }
}
