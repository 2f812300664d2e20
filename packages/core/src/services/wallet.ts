import { coreErrors } from '../error-codes.ts'
import type { Money } from '../money.ts'
import type { Environment } from '../outcome.ts'
import { token } from '../token.ts'
import { checkFreeText } from './free-text.ts'

/** The balance of a wallet. */
export interface WalletBalance {
  /** The posted balance. */
  readonly balance: Money
  /** The sum of open holds. */
  readonly held: Money
  /** Posted less held. */
  readonly available: Money
  /** What a reversal could not take from the wallet. Above zero, nothing is available: incoming money repays it first. */
  readonly owed: Money
}
/** A credit of a wallet. */
export interface Credit {
  readonly accountId: string
  readonly environment: Environment
  readonly amount: Money
  /** The idempotency key, unique per wallet. 1 to 128 printable characters. */
  readonly reference: string
  /** Who did it. */
  readonly actor: string
}
/** A correction of a wallet, or the reversal of a credit. */
export interface Adjustment extends Credit {
  /** Into the wallet above zero, out of it below; not zero. */
  readonly amount: Money
  /** The idempotency key, shared with the wallet's credits: one reference moves money once. 1 to 128 printable characters. */
  readonly reference: string
  /** The reason: 1 to 500 printable characters, no identity number. */
  readonly reason: string
}
const LONGEST_REASON = 500

/**
 * Checks the reason of an adjustment.
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
   * Corrects a wallet in either direction, idempotent per reference. `available` never becomes negative: what exceeds it is owed, and
   * repaid from the next funds that become available, in their commit (decision 0011).
   *
   * @throws `ACCOUNT_NOT_FOUND`, `INVALID_AMOUNT` (zero), `INVALID_REASON`, `INVALID_REFERENCE`, `REFERENCE_REUSED` (same reference,
   *   another amount).
   * @example
   * await wallet.adjust({ accountId, environment: 'production', amount: micro(-inr('500')), reference: 'utr-1-chargeback',
   *   reason: 'Chargeback of utr-1', actor: 'finance' })
   */
  adjust(adjustment: Adjustment): Promise<WalletBalance & { readonly adjusted: boolean }>
}
/** The wallet of a server. */
export const Wallet = token<Wallet>('core.wallet')
