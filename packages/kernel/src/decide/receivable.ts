import { type Money, micro, type WalletState, zero } from '@parakh/core'
import { copyWallet } from './copies.ts'
import type { Draft, Posting } from './draft.ts'

interface Taking {
  readonly wallet: WalletState
  /** Above zero. */
  readonly amount: Money
}

/** What the wallet has available is taken; the rest is owed (decision 0011). */
export function takeOrOwe(draft: Draft, { wallet, amount }: Taking, posting: Posting): void {
  const taken = micro(Math.min(amount, wallet.posted - wallet.held))
  const owed = micro(amount - taken)
  const next = copyWallet(wallet)
  next.owed = micro(wallet.owed + owed)
  if (taken > 0) draft.postWallet(next, micro(-taken), posting)
  else draft.setWallet(next)
  draft.post(wallet, { ledgerAccount: receivableOf(wallet), amount: micro(zero - owed) }, posting)
}

/**
 * Takes what a wallet owes from whatever is available, as far as that goes. Called wherever something becomes available, so a wallet
 * that owes never has anything that a call could spend.
 *
 * @param cause The posting, or the like of one, that made it available.
 */
export function collectOwed(
  draft: Draft,
  of: Pick<WalletState, 'accountId' | 'environment'>,
  cause: Pick<Posting, 'transaction' | 'requestId' | 'priceVersion' | 'at'>,
): void {
  const wallet = draft.wallet(of)
  if (!wallet || wallet.owed === 0) return
  const amount = micro(Math.min(wallet.owed, wallet.posted - wallet.held))
  if (amount === 0) return
  const { transaction, requestId, priceVersion, at } = cause
  const posting: Posting = {
    transaction,
    kind: 'repayment',
    actor: 'system',
    requestId,
    priceVersion,
    reason: null,
    at,
  }
  const repaid = copyWallet(wallet)
  repaid.owed = micro(wallet.owed - amount)
  draft.postWallet(repaid, micro(-amount), posting)
  draft.post(wallet, { ledgerAccount: receivableOf(wallet), amount }, posting)
}

const receivableOf = ({ accountId }: Pick<WalletState, 'accountId'>): string => `receivable:${accountId}`
