import type { Money } from '../money.ts'
import type { Environment } from '../outcome.ts'
import { token } from '../token.ts'

/** Below what an account is told that a wallet runs low. */
export interface WalletThreshold {
  /** Percent of what the wallet had when money last came in, 1 to 99; null: none is set. */
  readonly percent: number | null
  /** Above zero; null: none is set. */
  readonly amount: Money | null
}
/** Thresholds as a batch knows them; a wallet without any has none of this. */
export interface WalletAlert {
  /** 1 to 99; 0: none. */
  readonly percent: number
  /** 0: none. */
  readonly amount: Money
  /** What the wallet had when money last came in, or when the threshold was set. */
  readonly base: Money
}
/** A change of it: what is left out stays. */
export interface ThresholdChange extends Partial<WalletThreshold> {
  readonly accountId: string
  readonly environment: Environment
  readonly actor: string
}
/**
 * Thresholds of wallets. A charge that takes a wallet from at or above one to below it tells so in its own commit:
 * `wallet.low_balance`, once per crossing (decisions.md section 9).
 */
export interface Thresholds {
  /** @throws `ACCOUNT_NOT_FOUND` */
  get(accountId: string, environment: Environment): Promise<WalletThreshold>
  /** Audited. @throws `ACCOUNT_NOT_FOUND`, `INVALID_AMOUNT` (not above zero), `THRESHOLD_INVALID` (no whole percent, 1 to 99) */
  set(change: ThresholdChange): Promise<WalletThreshold>
}
/** The thresholds of a server. */
export const Thresholds = token<Thresholds>('core.thresholds')
