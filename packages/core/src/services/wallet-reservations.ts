import type { Money } from '../money.ts'
import type { Environment } from '../outcome.ts'
import { token } from '../token.ts'
import type { WalletOwner } from './wallet-driver.ts'

/** An amount that is set aside at an external wallet for one move. */
export interface MoveReservation {
  /** The id of the move, and the reference of the reservation. */
  readonly id: string
  readonly amount: Money
  /** Released then unless a move has used it, in milliseconds since 1970. */
  readonly until: number
}
/** Sets money of external wallets aside for moves that are decided in a transaction, where nothing may wait: plan fees, allotments. */
export interface WalletReservations {
  /** Whether somebody else keeps the money of an environment's wallets. The ledger needs no reservations. */
  isExternal(environment: Environment): boolean
  /**
   * Sets an amount aside. Where the process ends before a move uses it, it is released.
   *
   * @param amount Above zero.
   * @throws `WALLET_UNAVAILABLE`
   */
  reserve(
    wallet: WalletOwner,
    amount: Money,
  ): Promise<
    | { readonly kind: 'reserved'; readonly reservation: MoveReservation }
    | { readonly kind: 'insufficient'; readonly available: Money }
  >
  /** Releases it unless a move has used it. */
  release(reservation: MoveReservation): Promise<void>
}
/** The reservations of a server. */
export const WalletReservations = token<WalletReservations>('core.wallet-reservations')
