import {
  actingOperator,
  type Clock,
  checkReason,
  checkReference,
  connectedOperators,
  coreErrors,
  type Ids,
  isParakhError,
  OPERATOR_ACTS,
  type OperatorAct,
  type OperatorActs,
  type OperatorTie,
  type OperatorTies,
  zero,
} from '@parakh/core'
import type { FundingRecord } from '../contract/funding.ts'
import type { FundingRows, FundingStep } from './funding-rows.ts'
import type { FundingRules } from './funding-rules.ts'
import { type Approver, requireSecondOperator, requireState } from './funding-steps.ts'

/** What carries out approved acts. */
export interface ApprovedActParts {
  readonly rows: FundingRows
  readonly acts: Pick<OperatorActs, 'carryOut'>
}
/** What acts of operators are kept back with. */
export interface WaitingActParts {
  /** Carries them out at once. */
  readonly inner: OperatorActs
  readonly rows: FundingRows
  readonly rules: Pick<FundingRules, 'twoOperatorsAbove'>
  readonly ties: OperatorTies
  readonly clock: Clock
  readonly ids: Ids
}

const size = ({ amount }: Pick<FundingRecord, 'amount'>): number => Math.abs(amount)
const walletsOf = ({ accountId, from }: Pick<FundingRecord, 'accountId' | 'from'>): readonly (string | null)[] =>
  from === null ? [accountId] : [accountId, from]

/**
 * The initial state of an act. It waits if it exceeds the limit, together with what the same operator, or operators connected with it, did
 * alone to one of its wallets.
 */
export const openedAct =
  (
    { twoOperatorsAbove }: WaitingActParts['rules'],
    act: FundingRecord,
    ties: readonly OperatorTie[],
  ): ((earlier: readonly FundingRecord[]) => FundingRecord) =>
  (earlier) => {
    const operators = connectedOperators(ties, actingOperator(act.createdBy))
    const alone = earlier.filter(
      ({ state, approvals, createdBy }) =>
        (state === 'approved' || state === 'credited') &&
        approvals.length === 0 &&
        operators.has(actingOperator(createdBy)),
    )
    const waits = walletsOf(act).some((wallet) => {
      const touching = alone.filter((one) => walletsOf(one).includes(wallet))
      return touching.reduce((sum, one) => sum + size(one), size(act)) > twoOperatorsAbove
    })
    return { ...act, state: waits ? 'submitted' : 'approved' }
  }

/** The second operator approves. @throws As `requireSecondOperator`. */
export const actApproval =
  ({ actor, ties }: Approver, at: Date) =>
  (act: FundingRecord): FundingStep | null => {
    // Approved, but its movement was interrupted or refused: try it again.
    if (act.state === 'credited' || act.state === 'approved') return null
    requireState(act, ['submitted'])
    requireSecondOperator(act.id, { actor, ties }, [{ actor: act.createdBy, why: 'asked for it' }])
    return { funding: { ...act, state: 'approved', approvals: [{ actor, at }] }, actor, action: 'funding.approve' }
  }

/** Its money has moved, whatever its state became meanwhile. */
const carriedOut =
  (actor: string) =>
  (act: FundingRecord): FundingStep | null =>
    act.state === 'credited' ? null : { funding: { ...act, state: 'credited' }, actor, action: null }

function check({ method, amount, reference, reason = '' }: OperatorAct): void {
  if (method === 'adjustment' ? amount === 0 : !(amount > 0))
    throw coreErrors.error('INVALID_AMOUNT', { text: String(amount) })
  if (method === 'adjustment') checkReason(reason)
  checkReference(reference)
}

/**
 * Carries out an approved act. If it is refused permanently and needed no second operator, it becomes `rejected` without an audit
 * entry.
 */
export async function executeAct({ rows, acts }: ApprovedActParts, act: FundingRecord): Promise<boolean> {
  const { id, method, reference, reason, from, accountId, environment, amount, createdBy, approvals } = act
  const actor = [createdBy, ...approvals.map((approval) => approval.actor)].join(' + ')
  const operatorAct = { accountId, environment, amount, actor, reference: reference ?? '' }
  const more = { ...(reason === null ? {} : { reason }), ...(from === null ? {} : { from }) }
  try {
    const known = OPERATOR_ACTS.find((one) => one === method)
    if (!known) throw new TypeError(`the funding ${id} is no act of an operator`)
    const moved = await acts.carryOut({ ...operatorAct, ...more, method: known })
    await rows.step(id, carriedOut(actor))
    return moved
  } catch (error) {
    const isRefused = isParakhError(error) && error.code !== 'STORE_UNAVAILABLE'
    if (isRefused && approvals.length === 0)
      await rows.step(id, (one) => ({ funding: { ...one, state: 'rejected' }, actor, action: null }))
    throw error
  }
}

/**
 * Acts of operators that are large wait: in production, if they exceed the limit together with what the same operator did alone to one of
 * their wallets within 24 hours. In the sandbox none waits.
 */
export function waitingActs({ inner, rows, rules, ties, clock, ids }: WaitingActParts): OperatorActs {
  return {
    carryOut: (act) => inner.carryOut(act),
    async act(asked) {
      check(asked)
      if (asked.environment === 'sandbox') return await inner.act(asked)
      const act = newAct(asked, { id: ids.next(), at: clock.now() })
      const opened = await rows.openAct(act, openedAct(rules, act, await ties.unconfirmed()))
      if (opened.state === 'submitted') return { waiting: opened, moved: false }
      return { waiting: null, moved: await executeAct({ rows, acts: inner }, opened) }
    },
  }
}

function newAct(asked: OperatorAct, { id, at }: { readonly id: string; readonly at: Date }): FundingRecord {
  const { accountId, environment, amount, method, reference, reason = null, from = null, actor } = asked
  return {
    ...{ id, accountId, environment, amount, method, reference, reason, from, reversed: zero, state: 'submitted' },
    ...{
      rail: null,
      utr: null,
      gateway: null,
      paymentId: null,
      gatewayOrderId: null,
      gatewayAskedAt: null,
      returnUrl: null,
    },
    ...{ approvals: [], reversals: [], suspendedAccount: false, createdBy: actor, createdAt: at, updatedAt: at },
  }
}
