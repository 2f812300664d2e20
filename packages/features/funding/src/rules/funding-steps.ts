import { actingOperator, actRefusal, micro, OPERATOR_ACTS, type OperatorTie, operatorOf, zero } from '@parakh/core'
import type { BankRail, FundingAct, FundingRecord, FundingState, ReasonedAct } from '../contract/funding.ts'
import type { GatewayPayment } from '../contract/payment-gateways.ts'
import type { Reversal } from '../contract/reversal.ts'
import { fundingErrors } from '../error-codes.ts'
import { withReversals } from './funding-reversal.ts'
import type { FundingStep } from './funding-rows.ts'
import { claimLimit, type FundingRules } from './funding-rules.ts'
import { listedReversals } from './reversals.ts'

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
  (
    rules: Pick<FundingRules, 'maxOpenTransfers' | 'maxOpenTransfersBeforeKyc'>,
    { actor, rail, utr }: { readonly actor: string; readonly rail: BankRail; readonly utr: string },
  ) =>
  (funding: FundingRecord): FundingStep | null => {
    if (funding.utr === utr) return null
    requireState(funding, funding.method === 'upi_qr' ? ['pending'] : [])
    return {
      funding: { ...funding, state: 'submitted', rail, utr, createdBy: actor },
      claims: [utr],
      openClaims: claimLimit(rules),
      actor,
      action: 'funding.submit',
    }
  }

/**
 * A gateway reports the payment of an order or a QR. The match was checked before, and is checked again here under the locks. Its UTR and its
 * payment id are proven: they end the transfers that claim them without an approval, and replace what the payer of a QR claimed.
 */
export const capture =
  (gateway: string, { paymentId, amount, utr }: GatewayPayment) =>
  (funding: FundingRecord): FundingStep | null => {
    if (funding.paymentId === paymentId) return null
    requireState(funding, ['pending', 'submitted', 'approved'])
    if (funding.amount !== amount) return null
    return {
      funding: { ...funding, state: 'credited', gateway, paymentId, utr: utr ?? funding.utr, reason: null },
      money: creditOf(funding),
      once: paymentId,
      claims: utr === null ? [] : [utr],
      isProven: true,
      ...(utr === null || funding.utr === null || funding.utr === utr ? {} : { releases: funding.utr }),
      actor: `system:gateway-${gateway}`,
      action: 'funding.capture',
    }
  }

/** A payment that failed: the order may still be paid. */
export const failure =
  (gateway: string, reason: string) =>
  (funding: FundingRecord): FundingStep | null => {
    if (funding.state !== 'pending' || funding.reason === reason) return null
    return { funding: { ...funding, reason }, actor: `system:gateway-${gateway}`, action: 'funding.failed' }
  }

/** A chargeback: the amount is taken from the wallet or owed, and the account is suspended. It decides the disputes that are open. */
export const chargeback =
  ({ actor, reason }: ReasonedAct) =>
  (funding: FundingRecord): FundingStep | null => {
    if (funding.state === 'charged_back') return null
    // A manual operation is corrected by an adjustment instead.
    requireState(funding, isOperatorAct(funding) ? [] : ['credited', 'disputed'])
    const listed = listedReversals(funding, { event: null, earlier: zero })
    const amount = micro(funding.amount - funding.reversed)
    const isOpen = listed.some(({ phase }) => phase === 'opened')
    const reversals = isOpen
      ? listed.map((one) => (one.phase === 'opened' ? lostBy(one, funding) : one))
      : [...listed, { kind: 'chargeback', id: 'operator', phase: 'lost', amount, at: null, changes: 1 } as const]
    // Each later chargeback of the same payment, after a dispute that was won, has a name of its own.
    const count = listed.reduce((sum, one) => sum + one.changes, 0)
    const name = count === 0 ? 'chargeback' : `chargeback/${count}`
    return withReversals(funding, { reversals, reason, name, actor, action: 'funding.chargeback' })
  }

const lostBy = (dispute: Reversal, { amount }: FundingRecord): Reversal => ({
  ...dispute,
  phase: 'lost',
  amount,
  // The operator's decision has no time at the gateway.
  at: null,
  changes: dispute.changes + 1,
})

/** An operator releases the account from a dispute, or from a chargeback that is settled with the customer. */
export const release =
  ({ actor }: FundingAct) =>
  (funding: FundingRecord): FundingStep | null => {
    requireState(funding, ['disputed', 'charged_back'])
    const action = 'funding.release'
    if (funding.state === 'charged_back')
      return funding.suspendedAccount ? { funding, account: 'open', actor, action } : null
    const listed = listedReversals(funding, { event: null, earlier: zero })
    const reversals = listed.map((one) => (one.phase === 'opened' ? { ...one, phase: 'released' as const } : one))
    return withReversals(funding, { reversals, reason: funding.reason, name: 'release', actor, action })
  }
