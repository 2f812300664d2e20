import { coreErrors } from '../error-codes.ts'
import type { Money } from '../money.ts'
import type { Environment } from '../outcome.ts'
import { token } from '../token.ts'
import { checkFreeText } from './free-text.ts'

/** What a wallet has. */
export interface WalletBalance {
  /** Posted. */
  readonly balance: Money
  /** In open holds. */
  readonly held: Money
  /** Posted less held: what a call may still cost. */
  readonly available: Money
  /** What a reversal could not take from the wallet. Above zero, nothing is available: all that comes in repays it first. */
  readonly owed: Money
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
/** A correction of a wallet, or the reversal of a credit. */
export interface Adjustment extends Credit {
  /** Into the wallet above zero, out of it below; not zero. */
  readonly amount: Money
  /** Names this correction. Credits of the wallet count too: one reference moves money once. 1 to 128 printable characters. */
  readonly reference: string
  /** Why, for who reads the ledger later: 1 to 500 printable characters, no identity number. */
  readonly reason: string
}
const LONGEST_REASON = 500

/**
 * Holds the reason of an adjustment against what is allowed.
 *
 * @param reason 1 to 500 characters, none of them a control character or a line break.
 * @throws `INVALID_REASON`, `IDENTITY_NUMBER_NOT_ALLOWED`
 */
export function checkReason(reason: string): void {
  const { length } = reason
  if (length > LONGEST_REASON || reason.trim() === '' || /\p{C}|\p{Zl}|\p{Zp}/u.test(reason))
    throw coreErrors.error('INVALID_REASON', { length: String(length) })
  checkFreeText('reason', reason)
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
  /**
   * @throws `ACCOUNT_NOT_FOUND`, `INVALID_AMOUNT` (not above zero), `INVALID_REFERENCE`, `REFERENCE_REUSED` (same reference, another
   *   amount).
   */
  credit(credit: Credit): Promise<WalletBalance & { readonly credited: boolean }>
  /**
   * Corrects a wallet in either direction, once per reference. What is taken away never makes `available` negative: what the wallet
   * cannot give at that moment is owed, and repaid from whatever becomes available next, in the same commit (decision 0011).
   *
   * @throws `ACCOUNT_NOT_FOUND`, `INVALID_AMOUNT` (zero), `INVALID_REASON`, `INVALID_REFERENCE`, `REFERENCE_REUSED` (same reference,
   *   another amount).
   * @example
   * await wallet.adjust({ accountId, environment: 'production', amount: micro(-inr('500')), reference: 'utr-1-chargeback',
   *   reason: 'Chargeback of utr-1', actor: 'finance' })
   */
  adjust(adjustment: Adjustment): Promise<WalletBalance & { readonly adjusted: boolean }>
  /**
   * Absent: funds are held in the ledger, inside admit's own transaction. A host that keeps balances elsewhere sets it; then
   * the ledger holds nothing and these are asked in its place.
   */
  readonly funds?: ExternalFunds
}
/** The wallet of a server. */
export const Wallet = token<Wallet>('core.wallet')
