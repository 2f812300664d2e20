import type { Money } from '../money.ts'
import type { Environment } from '../outcome.ts'
import { token } from '../token.ts'

/** What a wallet has. */
export interface WalletBalance {
  /** Posted. */
  readonly balance: Money
  /** In open holds. */
  readonly held: Money
  /** Posted less held: what a call may still cost. */
  readonly available: Money
}
/** Money put into a wallet. */
export interface Credit {
  readonly accountId: string
  readonly environment: Environment
  readonly amount: Money
  /** Unique per wallet: the same again credits nothing. 1 to 128 printable characters. */
  readonly reference: string
  /** Who did it. */
  readonly actor: string
}
/** Funds of a call that the host keeps elsewhere. Each step may be repeated with the same reference and must then change nothing. */
export interface ExternalFunds {
  hold(
    reference: string,
    wallet: { accountId: string; environment: Environment },
    amount: Money,
  ): Promise<'held' | 'insufficient'>
  capture(reference: string, amount: Money): Promise<void>
  release(reference: string): Promise<void>
}
/** A prepaid wallet per account and environment. */
export interface Wallet {
  /** @throws `ACCOUNT_NOT_FOUND` */
  balance(accountId: string, environment: Environment): Promise<WalletBalance>
  /** @throws `ACCOUNT_NOT_FOUND`, `INVALID_AMOUNT` (not above zero), `REFERENCE_REUSED` (same reference, another amount). */
  credit(credit: Credit): Promise<WalletBalance & { readonly credited: boolean }>
  /**
   * Absent: funds are held in the ledger, inside admit's own transaction. A host that keeps balances elsewhere sets it; then
   * the ledger holds nothing and these are asked in its place.
   */
  readonly funds?: ExternalFunds
}
/** The wallet of a server. */
export const Wallet = token<Wallet>('core.wallet')
