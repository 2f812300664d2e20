import {
  type CallState,
  type HostEventData,
  MICRO_RUPEES_PER_RUPEE,
  type Money,
  micro,
  thresholdAmounts,
  type WalletState,
} from '@parakh/core'
import { copyWallet } from './copies.ts'
import type { Draft } from './draft.ts'
import { emit } from './emit.ts'

/** A charge, and the wallet before and after it. */
export interface ChargedWallet {
  readonly call: CallState
  /** What the wallet had before the charge. */
  readonly before: Money
  /** The wallet after it. */
  readonly after: WalletState
  /** Milliseconds since 1970. */
  readonly at: number
}

/**
 * Emits, in the commit of a charge, that a wallet fell below a threshold of its account (`wallet.low_balance`), and that what it has
 * left does not pay for another call like this one (`wallet.depleted`).
 */
export function emitBalanceAlerts(draft: Draft, charged: ChargedWallet): void {
  const { call, after, at } = charged
  const { accountId, environment, reference, price } = call
  const emitAlert = <K extends 'low_balance' | 'depleted'>(name: K, data: HostEventData<`wallet.${K}`>): void =>
    emit(draft, { accountId, environment, at }, { id: `${reference}-${name}`, type: `wallet.${name}`, data })
  const balance = inRupees(after.posted)
  const crossed = thresholdAmounts(after.alert).filter(
    (threshold) => charged.before >= threshold && after.posted < threshold,
  )
  if (crossed.length > 0) emitAlert('low_balance', { balance, threshold: inRupees(micro(Math.max(...crossed))) })
  if (after.posted < price) emitAlert('depleted', { balance })
}

/** What percent are taken of from now on: money came in. */
export function raiseBase(draft: Draft, of: Pick<WalletState, 'accountId' | 'environment'>): void {
  const wallet = draft.wallet(of)
  if (!wallet?.alert) return
  const raised = copyWallet(wallet)
  raised.alert = { ...wallet.alert, base: wallet.posted }
  draft.setWallet(raised)
}

const inRupees = (amount: Money): number => amount / MICRO_RUPEES_PER_RUPEE
