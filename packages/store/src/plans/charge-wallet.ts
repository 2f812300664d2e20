import { type LedgerEntry, micro, minus, type SubscriptionStep, type WalletState } from '@parakh/core'
import type { MoneyChanges } from '../wallet/write-money.ts'

/** Who is charged, by whom and when. */
export interface PlanCharge {
  readonly wallet: WalletState
  readonly charge: NonNullable<SubscriptionStep['charge']>
  readonly actor: string
  /** Names the posting. */
  readonly id: string
  /** Milliseconds since 1970. */
  readonly at: number
}

/** The rows of a plan's price: an adjustment downwards, as billing decides one, of what is available only. */
export function planCharge({ wallet, charge, actor, id, at }: PlanCharge): MoneyChanges {
  const { amount, reference, reason } = charge
  if (!(amount > 0) || amount > minus(wallet.posted, wallet.held))
    throw new TypeError('a plan is charged with more than nothing and at most what is available')
  const { accountId, environment } = wallet
  const taken = micro(-amount)
  const posted = micro(wallet.posted + taken)
  const version = wallet.version + 1
  const posting = { transaction: id, kind: 'adjustment', environment, actor, requestId: reference } as const
  const shared = { ...posting, priceVersion: '', reason, at }
  const entries: readonly LedgerEntry[] = [
    {
      ...{ ...shared, ledgerAccount: `wallet:${accountId}`, amount: taken },
      ...{ previous: wallet.posted, balance: posted, version },
    },
    { ...shared, ledgerAccount: 'adjustments', amount, previous: null, balance: null, version: null },
  ]
  const credit = { id, accountId, environment, reference, amount: taken, actor, at }
  return { wallets: [{ ...wallet, posted, version }], entries, credits: [credit], events: [] }
}
