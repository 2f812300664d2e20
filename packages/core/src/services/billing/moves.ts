import type { Money } from '../../money.ts'
import type { Environment } from '../../outcome.ts'
import type { CommissionLeg } from '../pricing.ts'
import type { MoveReservation } from '../wallet-reservations.ts'

/** What every move has. */
interface MoveOperation {
  /** The wallet that it is of. */
  readonly accountId: string
  readonly environment: Environment
  /** Milliseconds since 1970. */
  readonly at: number
  /** Names its posting, and the row of its reference. */
  readonly id: string
  /** Above zero. */
  readonly amount: Money
  /** One reference moves money of a wallet once, whatever the kind: the same amount again moves nothing, another one is refused. */
  readonly reference: string
  readonly actor: string
}
/** Puts money into a wallet from outside. */
export interface CreditOperation extends MoveOperation {
  readonly kind: 'credit'
}
/** Corrects a wallet, up or down. What exceeds what it has available is owed (decision 0011). */
export interface AdjustOperation extends MoveOperation {
  readonly kind: 'adjust'
  /** Into the wallet above zero, out of it below; never zero. */
  readonly amount: Money
  /** The reason, stored with each of its postings. */
  readonly reason: string
}
/** Of moves that take from what a wallet has: with an external wallet, what is reserved there for this move, whose id it has. */
interface ReservedMove {
  readonly reserved?: MoveReservation | undefined
}
/** Takes a price from a wallet that is not the price of a call, such as a month of a plan: all of it from what is available, or nothing. */
export interface DebitOperation extends MoveOperation, ReservedMove {
  readonly kind: 'debit'
  /** The reason, stored with each of its postings. */
  readonly reason: string
}
/** Takes money back that came in and turned out to be none, or was returned. What the wallet no longer has is owed (decision 0011). */
export interface ReverseOperation extends MoveOperation {
  readonly kind: 'reverse'
  /** The reason, stored with each of its postings. */
  readonly reason: string
  /** Commission of calls that were paid with what is gone, by payee: together at most what becomes owed (decision 0024). */
  readonly takesBack: readonly CommissionLeg[]
}
/** Moves money from a wallet into another of the same environment: all of it from what is available, or nothing. */
export interface TransferOperation extends MoveOperation, ReservedMove {
  readonly kind: 'transfer'
  /** The account whose wallet it goes to, and whose reference it uses. */
  readonly to: string
}
/** Moves earned commission into its earner's wallet. */
export interface ConvertOperation extends MoveOperation {
  readonly kind: 'convert'
}
/** Takes converted commission back that was reversed since. What the wallet no longer has is owed (decision 0052). */
export interface RecoverOperation extends MoveOperation {
  readonly kind: 'recover'
  /** The reason, stored with each of its postings. */
  readonly reason: string
}
/**
 * A movement of money outside a call, as data: `decide` decides it beneath the locks of its wallets and posts both sides (decision 0070).
 * What a wallet owes is repaid first from whatever comes in.
 */
export type Move =
  | CreditOperation
  | AdjustOperation
  | DebitOperation
  | ReverseOperation
  | TransferOperation
  | ConvertOperation
  | RecoverOperation

/** The wallet whose reference a move uses: the one that a transfer goes to, else the one that it is of. */
export const referenceOwner = (move: Move): { readonly accountId: string; readonly environment: Environment } =>
  move.kind === 'transfer' ? { accountId: move.to, environment: move.environment } : move
