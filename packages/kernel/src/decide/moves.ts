import {
  type AdjustOperation,
  type ConvertOperation,
  type CreditOperation,
  type DebitOperation,
  type LedgerEntry,
  type Money,
  type Move,
  type MoveResult,
  micro,
  minus,
  type RecoverOperation,
  type ReverseOperation,
  referenceOwner,
  type TransferOperation,
  type WalletState,
  zero,
} from '@parakh/core'
import { kernelErrors } from '../error-codes.ts'
import type { Draft, Posting } from './draft.ts'
import { drawReserved, handOver } from './external-wallet.ts'
import { moveOnce, receive } from './move-once.ts'
import { takeOrOwe } from './receivable.ts'

const commissionOf = (accountId: string): string => `commission:${accountId}`
const negative = (amount: Money): Money => minus(zero, amount)
const hasAvailable = ({ posted, held }: WalletState, amount: Money): boolean => amount <= posted - held

/** The posting of a move. Its reason stands with each entry, where it has one. */
const postingOf = (move: Move, kind: LedgerEntry['kind']): Posting => ({
  transaction: move.id,
  kind,
  actor: move.actor,
  requestId: move.reference,
  priceVersion: '',
  reason: 'reason' in move ? move.reason : null,
  at: move.at,
})

interface Sides {
  readonly move: Move
  readonly wallet: WalletState
  /** Above zero. */
  readonly amount: Money
  readonly kind: LedgerEntry['kind']
  /** The ledger account on the other side. */
  readonly other: string
}

/** Into the wallet; what it owes is repaid from it. */
function putIn(draft: Draft, { move, wallet, amount, kind, other }: Sides): 'moved' {
  requireCredits(draft, move)
  const posting = postingOf(move, kind)
  draft.postWallet(wallet, amount, posting)
  draft.post(wallet, { ledgerAccount: other, amount: negative(amount) }, posting)
  receive(draft, move, posting)
  handOver(draft, wallet, { step: 'credit', posting })
  return 'moved'
}

/** Out of what the wallet has available; the rest is owed (decision 0011). */
function takeOut(draft: Draft, { move, wallet, amount, kind, other }: Sides): 'moved' {
  const posting = postingOf(move, kind)
  takeOrOwe(draft, { wallet, amount }, posting)
  draft.post(wallet, { ledgerAccount: other, amount }, posting)
  return 'moved'
}

/** An external wallet that takes no money must not be told that it got some. @throws `WALLET_CANNOT_CREDIT` */
function requireCredits({ before: { external } }: Draft, { environment, accountId }: Move): void {
  if (external?.credits === false && environment === 'production')
    throw kernelErrors.error('WALLET_CANNOT_CREDIT', { id: accountId })
}

/** Puts money into a wallet from outside. */
export function credit(draft: Draft, move: CreditOperation): MoveResult {
  const { amount } = move
  const post = (wallet: WalletState) => putIn(draft, { move, wallet, amount, kind: 'credit', other: 'funding' })
  return moveOnce(draft, { move, amount, post })
}

/** Corrects a wallet, up or down. */
export function adjust(draft: Draft, move: AdjustOperation): MoveResult {
  const { amount } = move
  const sides = { move, kind: 'adjustment', other: 'adjustments' } as const
  const post = (wallet: WalletState) =>
    amount > 0
      ? putIn(draft, { ...sides, wallet, amount })
      : takeOut(draft, { ...sides, wallet, amount: negative(amount) })
  return moveOnce(draft, { move, amount, post })
}

/** Moves earned commission into its earner's wallet. */
export function convert(draft: Draft, move: ConvertOperation): MoveResult {
  const { amount } = move
  const sides = { move, amount, kind: 'conversion', other: commissionOf(move.accountId) } as const
  return moveOnce(draft, { move, amount, post: (wallet) => putIn(draft, { ...sides, wallet }) })
}

/** Takes converted commission back (decision 0052). */
export function recover(draft: Draft, move: RecoverOperation): MoveResult {
  const { amount } = move
  const sides = { move, amount, kind: 'recovery', other: commissionOf(move.accountId) } as const
  return moveOnce(draft, { move, amount: negative(amount), post: (wallet) => takeOut(draft, { ...sides, wallet }) })
}

/** Takes money back that came in, and with it the commission of calls that were paid with what is gone (decision 0024). */
export function reverse(draft: Draft, move: ReverseOperation): MoveResult {
  const { amount } = move
  return moveOnce(draft, {
    move,
    amount: negative(amount),
    post(wallet) {
      takeOut(draft, { move, wallet, amount, kind: 'adjustment', other: 'adjustments' })
      takeCommissionBack(draft, move, (draft.wallet(wallet)?.owed ?? wallet.owed) - wallet.owed)
      return 'moved'
    },
  })
}

function takeCommissionBack(draft: Draft, move: ReverseOperation, gone: number): void {
  const posting = postingOf(move, 'clawback')
  let total = 0
  for (const { accountId, amount } of move.takesBack) {
    total += amount
    draft.post(move, { ledgerAccount: commissionOf(accountId), amount: negative(amount) }, posting)
  }
  if (total > gone) throw new TypeError(`${move.reference}: commission of ${total} is taken back where ${gone} is gone`)
  draft.post(move, { ledgerAccount: 'revenue', amount: micro(total) }, posting)
}

/** Takes a price that is not of a call: from what is available, or not at all. */
export function debit(draft: Draft, move: DebitOperation): MoveResult {
  const { amount } = move
  return moveOnce(draft, {
    move,
    amount: negative(amount),
    post(before) {
      const wallet = drawReserved(draft, before, { move, posting: postingOf(move, 'adjustment') })
      if (!hasAvailable(wallet, amount)) return 'insufficient'
      return takeOut(draft, { move, wallet, amount, kind: 'adjustment', other: 'adjustments' })
    },
  })
}

/** Moves money from wallet to wallet: from what is available, or not at all. */
export function transfer(draft: Draft, move: TransferOperation): MoveResult {
  const { amount } = move
  return moveOnce(draft, {
    move,
    amount,
    post(before) {
      requireCredits(draft, move)
      const posting = postingOf(move, 'allotment')
      const wallet = drawReserved(draft, before, { move, posting })
      if (!hasAvailable(wallet, amount)) return 'insufficient'
      draft.postWallet(wallet, negative(amount), posting)
      const receiver = draft.wallet(referenceOwner(move))
      if (!receiver) throw new TypeError(`${move.reference}: the wallet of ${move.to} was not read`)
      draft.postWallet(receiver, amount, posting)
      receive(draft, move, posting)
      handOver(draft, receiver, { step: 'credit', posting })
      return 'moved'
    },
  })
}
