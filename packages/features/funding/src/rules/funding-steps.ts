import {
  actingOperator,
  actRefusal,
  type Money,
  micro,
  OPERATOR_ACTS,
  type OperatorTie,
  operatorOf,
} from '@parakh/core'
import type { BankRail, FundingAct, FundingRecord, FundingState, ReasonedAct } from '../contract/funding.ts'
import type { GatewayEvent, GatewayPayment } from '../contract/payment-gateways.ts'
import { fundingErrors } from '../error-codes.ts'
import type { FundingStep } from './funding-rows.ts'
import type { FundingRules } from './funding-rules.ts'

type Refund = Extract<GatewayEvent, { kind: 'refunded' }>

/**
 * The steps of a funding: pure functions, called under the locks; null: nothing changes. Each throws `FUNDING_STATE` if the funding's
 * state does not allow it.
 */
export const requireState = (funding: FundingRecord, allowed: readonly FundingState[]): void => {
  if (allowed.includes(funding.state)) return
  const { id, state } = funding
  throw fundingErrors.error('FUNDING_STATE', { id, state, allowed: allowed.join(', ') })
}

/** Whether a funding is an operator's manual operation. */
export const isOperatorAct = ({ method }: Pick<FundingRecord, 'method'>): boolean =>
  OPERATOR_ACTS.some((act) => act === method)

/** The credit of a funding. Its reference in the ledger is the funding's id, so it is credited once. */
const creditOf = ({ id, amount, method }: FundingRecord): NonNullable<FundingStep['money']> => ({
  ...{ kind: 'credit', amount, reference: `funding/${id}`, reason: method },
})

/** The actor of an approval, and the unconfirmed invitations of operators at that time. */
export interface Approver {
  readonly actor: string
  readonly ties: readonly OperatorTie[]
}

/**
 * Refuses an approval by an operator who did one of the earlier steps, or whom unconfirmed invitations connect with one who did.
 *
 * @param earlier What each earlier actor did, for the message: `submitted it`.
 * @throws `FUNDING_SAME_OPERATOR`, `FUNDING_OPERATORS_CONNECTED`, `OPERATOR_NAME_INVALID`
 */
export function requireSecondOperator(
  id: string,
  { actor, ties }: Approver,
  earlier: readonly { readonly actor: string; readonly why: string }[],
): void {
  const by = operatorOf(actor)
  for (const { actor: other, why } of earlier) {
    const refusal = actRefusal({ act: 'approve', by, others: [actingOperator(other)], ties })
    if (refusal?.reason === 'same-operator') throw fundingErrors.error('FUNDING_SAME_OPERATOR', { id, actor, why })
    if (refusal?.reason === 'operators-connected')
      throw fundingErrors.error('FUNDING_OPERATORS_CONNECTED', {
        id,
        actor,
        why,
        unconfirmed: refusal.unconfirmed.join(', ') || 'the invited operator',
      })
  }
}

/** An operator approves. @throws `FUNDING_SAME_OPERATOR`, `FUNDING_OPERATORS_CONNECTED`, `OPERATOR_NAME_INVALID` */
export function approval(rules: FundingRules, { actor, ties }: Approver, at: Date) {
  return (funding: FundingRecord): FundingStep | null => {
    if (funding.state === 'credited') return null
    requireState(funding, ['submitted', 'approved'])
    const { id, approvals, amount, createdBy } = funding
    const submitter = rules.submitterMayApprove ? [] : [{ actor: createdBy, why: 'submitted it' }]
    const approvers = approvals.map((one) => ({ actor: one.actor, why: 'approved it before' }))
    requireSecondOperator(id, { actor, ties }, [...submitter, ...approvers])
    const approved = { ...funding, approvals: [...approvals, { actor, at }] }
    const wanted = amount > rules.twoOperatorsAbove ? 2 : 1
    if (approved.approvals.length < wanted)
      return { funding: { ...approved, state: 'approved' }, actor, action: 'funding.approve-first' }
    return { funding: { ...approved, state: 'credited' }, money: creditOf(funding), actor, action: 'funding.approve' }
  }
}

/** An operator rejects; the UTR may come again. */
export const rejection =
  ({ actor, reason }: ReasonedAct) =>
  (funding: FundingRecord): FundingStep | null => {
    if (funding.state === 'rejected') return null
    requireState(funding, ['pending', 'submitted', 'approved'])
    return {
      funding: { ...funding, state: 'rejected', reason },
      freesReferences: true,
      actor,
      action: 'funding.reject',
    }
  }

/** A customer reports that a QR was paid, with its UTR. */
export const qrClaim =
  ({ actor, rail, utr }: { readonly actor: string; readonly rail: BankRail; readonly utr: string }) =>
  (funding: FundingRecord): FundingStep | null => {
    if (funding.utr === utr) return null
    requireState(funding, funding.method === 'upi_qr' ? ['pending'] : [])
    return {
      ...{ funding: { ...funding, state: 'submitted', rail, utr, createdBy: actor }, claims: [utr] },
      ...{ actor, action: 'funding.submit' },
    }
  }

/** A gateway reports the payment of an order or a QR. The match was checked before, and is checked again here under the locks. */
export const capture =
  (gateway: string, { paymentId, amount, utr }: GatewayPayment) =>
  (funding: FundingRecord): FundingStep | null => {
    if (funding.paymentId === paymentId) return null
    requireState(funding, ['pending', 'submitted', 'approved'])
    if (funding.amount !== amount) return null
    return {
      funding: { ...funding, state: 'credited', gateway, paymentId, utr: utr ?? funding.utr, reason: null },
      money: creditOf(funding),
      ...{ once: paymentId, claims: utr === null ? [] : [utr] },
      ...{ actor: `system:gateway-${gateway}`, action: 'funding.capture' },
    }
  }

/** A payment that failed: the order may still be paid. */
export const failure =
  (gateway: string, reason: string) =>
  (funding: FundingRecord): FundingStep | null => {
    if (funding.state !== 'pending' || funding.reason === reason) return null
    return { funding: { ...funding, reason }, actor: `system:gateway-${gateway}`, action: 'funding.failed' }
  }

/** A payment that is reversed before an operator has approved it: it is not credited any more, and its references stay with it. */
export const orRejected =
  ({ actor, reason }: Pick<ReasonedAct, 'actor' | 'reason'>, reverse: (funding: FundingRecord) => FundingStep | null) =>
  (funding: FundingRecord): FundingStep | null => {
    const waits = funding.state === 'submitted' || funding.state === 'approved'
    if (!waits) return reverse(funding)
    return { funding: { ...funding, state: 'rejected', reason }, actor, action: 'funding.reject' }
  }

/** The part of a funding that was not reversed. */
const remainder = ({ amount, reversed }: FundingRecord): Money => micro(amount - reversed)

/** The gateway refunded a payment. */
export const refund =
  (gateway: string, event: Refund) =>
  (funding: FundingRecord): FundingStep | null => {
    const amount = micro(Math.min(event.amount, remainder(funding)))
    if (!['credited', 'disputed'].includes(funding.state) || amount <= 0) return null
    const reversed = micro(funding.reversed + amount)
    const state = reversed === funding.amount ? 'refunded' : funding.state
    const reason = `Refund ${event.refundId}`
    return {
      funding: { ...funding, reversed, state, reason },
      money: { kind: 'reverse', amount, reference: `funding/${funding.id}/refund/${event.refundId}`, reason },
      ...{ once: event.refundId, clawsBack: true, actor: `system:gateway-${gateway}`, action: 'funding.refund' },
    }
  }

/** A dispute was opened: the account is suspended until it is decided. */
export const dispute =
  ({ actor, reason }: ReasonedAct) =>
  (funding: FundingRecord): FundingStep | null => {
    if (funding.state !== 'credited') return null
    const disputed = { ...funding, state: 'disputed', reason } as const
    return { funding: disputed, account: 'suspend', actor, action: 'funding.dispute' }
  }

/** A chargeback: the amount is taken from the wallet or owed, and the account is suspended. */
export const chargeback =
  ({ actor, reason }: ReasonedAct) =>
  (funding: FundingRecord): FundingStep | null => {
    if (funding.state === 'charged_back') return null
    // A manual operation is corrected by an adjustment instead.
    requireState(funding, isOperatorAct(funding) ? [] : ['credited', 'disputed'])
    return {
      funding: { ...funding, state: 'charged_back', reversed: funding.amount, reason },
      money: {
        ...{ kind: 'reverse', amount: remainder(funding), reason },
        reference: `funding/${funding.id}/chargeback`,
      },
      ...{ account: 'suspend', clawsBack: true, actor, action: 'funding.chargeback' },
    }
  }

/** A dispute was won, or a chargeback is settled with the customer. */
export const release =
  ({ actor }: FundingAct) =>
  (funding: FundingRecord): FundingStep | null => {
    requireState(funding, ['disputed', 'charged_back'])
    if (funding.state === 'charged_back' && !funding.suspendedAccount) return null
    const state = funding.state === 'disputed' ? 'credited' : funding.state
    return { funding: { ...funding, state }, account: 'open', actor, action: 'funding.release' }
  }
