import type { Money } from '../money.ts'
import type { Environment } from '../outcome.ts'
import { token } from '../token.ts'
import type { WalletBalance } from './wallet.ts'
import type { MoveReservation } from './wallet-reservations.ts'

/** Service credit that a parent gives to a direct child (decisions.md section 10). */
export interface Allotment {
  /** Account of the parent. */
  readonly from: string
  /** Account of the child: directly below the parent. */
  readonly to: string
  readonly environment: Environment
  /** Above zero. */
  readonly amount: Money
  /**
   * The idempotency key of the allotment, shared with credits and adjustments of the child's wallet: one reference moves money once. 1
   * to 128 printable characters.
   */
  readonly reference: string
  /** Who did it. */
  readonly actor: string
  /** With an external wallet: what is set aside there at the parent's. */
  readonly reserved?: MoveReservation | undefined
}
/** The balances of both wallets afterwards. */
export interface Allotted {
  readonly from: WalletBalance
  readonly to: WalletBalance
  /** False: the reference was used before, and nothing moved. */
  readonly allotted: boolean
}
/** Funds move downward only: no withdrawal, and no transfer except to a direct child. */
export interface Allotments {
  /**
   * Moves service credit in one commit, with the child's `wallet.credited`. What the child owes is repaid first (decision 0011).
   *
   * @throws `ACCOUNT_NOT_FOUND`, `ALLOTMENT_NOT_ALLOWED` (not a direct child, or one of both is not active), `ALLOTMENT_TOO_HIGH` (more
   *   than the parent has available), `INVALID_AMOUNT` (not above zero), `INVALID_REFERENCE`, `REFERENCE_REUSED` (same reference, another
   *   amount).
   * @example
   * await allotments.allot({ from, to, environment: 'production', amount: inr('500'), reference: 'july-1', actor: 'asha' })
   */
  allot(allotment: Allotment): Promise<Allotted>
}
/** The allotments of a server. */
export const Allotments = token<Allotments>('core.allotments')
