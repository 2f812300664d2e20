import {
  type Allotment,
  type LedgerEntry,
  MICRO_RUPEES_PER_RUPEE,
  type Money,
  micro,
  type WalletState,
  zero,
} from '@parakh/core'
import type { MoneyChanges } from '../wallet/write-money.ts'

/** What an allotment is decided on: both wallets as they stand, locked. */
export interface AllotmentState {
  readonly from: WalletState
  readonly to: WalletState
  /** Names the posting and the child's credit. */
  readonly id: string
  /** Milliseconds since 1970. */
  readonly at: number
}
type What = Pick<LedgerEntry, 'kind' | 'actor' | 'amount'>

/**
 * The rows of an allotment: one posting from wallet to wallet; what the child owes is repaid beside it (decision 0011).
 *
 * @param allotment Its amount is at most what the parent has available.
 */
export function allotmentChanges(allotment: Allotment, { from, to, id, at }: AllotmentState): MoneyChanges {
  const { amount, actor, reference, environment } = allotment
  const entries: LedgerEntry[] = []
  const post = (ledgerAccount: string, { kind, actor: by, amount: moved }: What, wallet: WalletState | null) => {
    const balance = wallet && micro(wallet.posted + moved)
    const version = wallet && wallet.version + 1
    const of = { transaction: id, kind, ledgerAccount, environment, amount: moved }
    const standing = { previous: wallet?.posted ?? null, balance, version }
    entries.push({ ...of, ...standing, actor: by, requestId: reference, priceVersion: '', reason: null, at })
  }
  const postWallet = (wallet: WalletState, what: What): WalletState => {
    post(`wallet:${wallet.accountId}`, what, wallet)
    return { ...wallet, posted: micro(wallet.posted + what.amount), version: wallet.version + 1 }
  }
  const giver = postWallet(from, { kind: 'allotment', actor, amount: micro(-amount) })
  let taker = postWallet(to, { kind: 'allotment', actor, amount })
  const repaid = repaidOf(taker)
  if (repaid > 0) {
    const repayment = { kind: 'repayment', actor: 'system' } as const
    taker = postWallet({ ...taker, owed: micro(taker.owed - repaid) }, { ...repayment, amount: micro(-repaid) })
    post(`receivable:${to.accountId}`, { ...repayment, amount: repaid }, null)
  }
  const sequence = to.eventSequence + 1
  // As with any money that comes in, percent are taken of what there is now.
  const alert = to.alert && { ...to.alert, base: taker.posted }
  const child = { accountId: to.accountId, environment }
  return {
    wallets: [giver, { ...taker, eventSequence: sequence, alert }],
    entries,
    credits: [{ ...child, id, reference, amount, actor, at }],
    events: [
      {
        ...{ ...child, id: `${id}-event`, type: 'wallet.credited', sequence, at },
        data: { reference, amount: amount / MICRO_RUPEES_PER_RUPEE },
      },
    ],
  }
}

const repaidOf = ({ owed, posted, held }: WalletState): Money =>
  owed > 0 ? micro(Math.min(owed, posted - held)) : zero
