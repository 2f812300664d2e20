import {
  type AdjustOperation,
  type CreditOperation,
  type CreditResult,
  creditKey,
  MICRO_RUPEES_PER_RUPEE,
  micro,
  type WalletState,
  zero,
} from '@parakh/core'
import { raiseBase } from './balance-alerts.ts'
import type { Draft, Posting } from './draft.ts'
import { emit } from './emit.ts'
import { collectOwed, takeOrOwe } from './receivable.ts'

type Funding = CreditOperation | AdjustOperation

/** Puts money into a wallet from outside, once per reference. */
export function credit(draft: Draft, operation: CreditOperation): CreditResult {
  return once(draft, operation, (wallet) => {
    const posting = postingOf(operation, { kind: 'credit', reason: null })
    draft.postWallet(wallet, operation.amount, posting)
    draft.post(wallet, { ledgerAccount: 'funding', amount: micro(zero - operation.amount) }, posting)
    collectOwed(draft, operation, posting)
    raiseBase(draft, operation)
    announce(draft, operation)
    return 'credited'
  })
}

/** Corrects a wallet, up or down, once per reference (decision 0011). */
export function adjust(draft: Draft, operation: AdjustOperation): CreditResult {
  return once(draft, operation, (wallet) => {
    const posting = postingOf(operation, { kind: 'adjustment', reason: operation.reason })
    if (operation.amount > 0) draft.postWallet(wallet, operation.amount, posting)
    else takeOrOwe(draft, { wallet, amount: micro(-operation.amount) }, posting)
    draft.post(wallet, { ledgerAccount: 'adjustments', amount: micro(zero - operation.amount) }, posting)
    if (operation.amount > 0) {
      collectOwed(draft, operation, posting)
      raiseBase(draft, operation)
      announce(draft, operation)
    }
    return 'adjusted'
  })
}

const postingOf = (operation: Funding, { kind, reason }: Pick<Posting, 'kind' | 'reason'>): Posting => ({
  transaction: operation.id,
  kind,
  actor: operation.actor,
  requestId: operation.reference,
  priceVersion: '',
  reason,
  at: operation.at,
})

/** Credits and adjustments share their references: the same payment by two ways moves money once. */
function once(draft: Draft, operation: Funding, move: (wallet: WalletState) => 'credited' | 'adjusted'): CreditResult {
  const wallet = draft.wallet(operation)
  if (!wallet) return { kind: 'reused', posted: zero, held: zero, owed: zero }
  const { id, accountId, environment, reference, amount, actor, at } = operation
  const key = creditKey(operation, reference)
  const earlier = draft.credited(key)
  if (earlier !== undefined) return standing(draft, operation, earlier === amount ? 'duplicate' : 'reused')
  const kind = move(wallet)
  draft.setCredited(key, amount)
  draft.rows.credits.push({ id, accountId, environment, reference, amount, actor, at })
  return standing(draft, operation, kind)
}

function standing(draft: Draft, of: Funding, kind: CreditResult['kind']): CreditResult {
  const { posted, held, owed } = draft.wallet(of) ?? { posted: zero, held: zero, owed: zero }
  return { kind, posted, held, owed }
}

function announce(draft: Draft, operation: Funding): void {
  const { id, reference, amount } = operation
  const data = { reference, amount: amount / MICRO_RUPEES_PER_RUPEE }
  emit(draft, operation, { id: `${id}-event`, type: 'wallet.credited', data })
}
