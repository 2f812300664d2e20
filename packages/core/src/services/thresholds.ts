import { type Money, micro } from '../money.ts'
import type { Environment } from '../outcome.ts'
import { token } from '../token.ts'

/** The thresholds below which `wallet.low_balance` is emitted. */
export interface WalletThreshold {
  /** Percent of the balance after the last credit, 1 to 99; null: none is set. */
  readonly percent: number | null
  /** Above zero; null: none is set. */
  readonly amount: Money | null
}
/** Thresholds as a batch reads them; absent for a wallet without any. */
export interface WalletAlert {
  /** 1 to 99; 0: none. */
  readonly percent: number
  /** 0: none. */
  readonly amount: Money
  /** The balance after the last credit, or when the threshold was set. */
  readonly base: Money
}
/** The thresholds, and what they come to. */
export interface StandingThreshold extends WalletThreshold {
  /** A balance below this is low now: the higher of both; null: none is set. */
  readonly lowBelow: Money | null
}
const WHOLE = 100
/** The amounts that thresholds come to, each above zero: the percentage of the base, and the amount. */
export const thresholdAmounts = (alert: WalletAlert | undefined): readonly Money[] =>
  alert
    ? [micro(Math.floor((alert.base * alert.percent) / WHOLE)), alert.amount].filter((threshold) => threshold > 0)
    : []

/** A change of thresholds; omitted fields stay unchanged. */
export interface ThresholdChange extends Partial<WalletThreshold> {
  readonly accountId: string
  readonly environment: Environment
  readonly actor: string
}
/**
 * Thresholds of wallets. A charge that takes a wallet below one emits `wallet.low_balance` in its commit, once per crossing
 * (decisions.md section 9).
 */
export interface Thresholds {
  /** @throws `ACCOUNT_NOT_FOUND` */
  get(accountId: string, environment: Environment): Promise<StandingThreshold>
  /** Audited. @throws `ACCOUNT_NOT_FOUND`, `INVALID_AMOUNT` (not above zero), `THRESHOLD_INVALID` (no whole percent, 1 to 99) */
  set(change: ThresholdChange): Promise<WalletThreshold>
}
/** The thresholds of a server. */
export const Thresholds = token<Thresholds>('core.thresholds')
