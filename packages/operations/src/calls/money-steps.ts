import {
  type CallLeg,
  type CallState,
  type LastAsyncResult,
  type Money,
  micro,
  type UsageRow,
  type WalletEntry,
  zero,
} from '@parakh/core'

/** What can happen to the money of a call. */
export const STEP_KINDS = [
  ...['held', 'plan_unit', 'charged', 'released', 'commission', 'order_result', 'credited_back'],
  ...['commission_reversed', 'replayed'],
] as const
/** One step of what happened to the money of a call. */
export interface MoneyStep {
  /** Milliseconds since 1970; null: the time was not recorded. */
  readonly at: number | null
  readonly kind: string
  /** What the wallet's owner, or the account that earned, gains above zero and pays below. Of a hold: how much is held. */
  readonly amount: Money
  /** Of the wallet; null: the step is none of its ledger. */
  readonly balance: Money | null
  /** The version of the ledger entry; null: the step is none of the wallet's ledger. */
  readonly version: number | null
  /** The account that earned commission; null: not of commission. */
  readonly accountId: string | null
  /** The reference of the call, or of the request that was replayed. */
  readonly reference: string
  /** Why money was credited back; the state of an order. */
  readonly detail: string | null
}
/** What is known of a call. */
export interface CallFacts {
  readonly call: CallState
  /** Of its wallet: its charge, and what came back. */
  readonly entries: readonly WalletEntry[]
  /** When it was charged, in milliseconds since 1970; null: it was not. */
  readonly chargedAt: number | null
  /** The shares that whoever asks may see. */
  readonly legs: readonly CallLeg[]
  readonly result: LastAsyncResult | null
  readonly replays: readonly UsageRow[]
}

const NO_STEP = { balance: null, version: null, accountId: null, detail: null } as const

/** What happened to the money of a call, in order of time. */
export function moneySteps(facts: CallFacts): readonly MoneyStep[] {
  const { reference } = facts.call
  const steps = [...begun(facts), ...paid(facts), ...ended(facts), ...creditedBack(facts)]
  const of = steps.map((step): MoneyStep => ({ ...NO_STEP, reference, ...step }))
  const again = facts.replays.map(
    (row): MoneyStep => ({ ...NO_STEP, at: row.at, kind: 'replayed', amount: zero, reference: row.reference }),
  )
  // A sort keeps the order of steps of one moment. A step whose time nobody recorded stays behind what it follows.
  return [...of, ...again].sort((one, other) => (one.at === null || other.at === null ? 0 : one.at - other.at))
}

type Step = Pick<MoneyStep, 'at' | 'kind' | 'amount'> & Partial<MoneyStep>

function begun({ call }: CallFacts): readonly Step[] {
  if (call.pool !== null) return [{ at: call.at, kind: 'plan_unit', amount: zero }]
  return call.price > 0 ? [{ at: call.at, kind: 'held', amount: call.price }] : []
}

function paid({ call, entries, chargedAt, legs }: CallFacts): readonly Step[] {
  if (call.charged === 0) return []
  const charge = entries.find(({ kind }) => kind === 'charge')
  const posted = charge
    ? { at: charge.at, amount: charge.amount, balance: charge.balance, version: charge.version }
    : { at: chargedAt, amount: micro(-call.charged) }
  const shares = legs.map(({ accountId, amount }) => ({ at: posted.at, kind: 'commission', amount, accountId }))
  return [{ ...posted, kind: 'charged' }, ...shares]
}

function ended({ call, result }: CallFacts): readonly Step[] {
  const order =
    call.asyncState !== null && result
      ? [{ at: result.at.getTime(), kind: 'order_result', amount: zero, detail: call.asyncState }]
      : []
  const isReleased = call.charged === 0 && call.price > 0 && call.pool === null && call.settledAt !== null
  if (!isReleased || call.phase === 'accepted') return order
  const at = call.asyncState === null ? call.settledAt : (result?.at.getTime() ?? null)
  return [...order, { at, kind: 'released', amount: call.price }]
}

function creditedBack({ call, entries, legs }: CallFacts): readonly Step[] {
  if (call.refunded === 0) return []
  const refund = entries.find(({ kind }) => kind === 'refund')
  const at = refund?.at ?? null
  const posted = refund
    ? { amount: refund.amount, balance: refund.balance, version: refund.version, detail: refund.reason }
    : { amount: call.refunded }
  const back = legs
    .filter(({ clawedBack }) => !clawedBack)
    .map(({ accountId, amount }) => ({ at, kind: 'commission_reversed', amount: micro(-amount), accountId }))
  return [{ ...posted, at, kind: 'credited_back' }, ...back]
}
