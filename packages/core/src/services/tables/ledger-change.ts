import type { Money, Price } from '../../money.ts'
import { token } from '../../token.ts'
import type { CommissionTotals } from '../commission-ledger.ts'
import type { WalletBalance } from '../wallet.ts'
import type { WalletOwner } from '../wallet-driver.ts'
import type { MoveReservation } from '../wallet-reservations.ts'
import type { LedgerMove, LedgerMoved } from './ledger-move.ts'
import { ask, type Steps, type TableTransaction, tableTransaction } from './table-transaction.ts'

/** A wallet that a change may move money of. */
export interface ChangedWallet extends WalletOwner {
  /** With an external wallet: reserved there before, so that a debit or a transfer of at most so much can be taken. */
  readonly upTo?: Price
}
/** The wallets of a change: they are locked first, in their order, as calls lock them. */
export interface LedgerChange {
  readonly wallets: readonly ChangedWallet[]
}

/** A transaction that holds wallets locked. */
export interface LedgerTransaction extends TableTransaction {
  /** A wallet of the change as it stands now. With an external wallet: what is reserved there is available. */
  wallet(of: WalletOwner): WalletBalance
  /**
   * Moves money of wallets of the change.
   *
   * @throws `ACCOUNT_CLOSED`, `REFERENCE_REUSED`, `WALLET_CANNOT_CREDIT`, `WALLET_NOT_LOCKED`, `WALLET_RESERVATION_ENDED`
   */
  move(move: LedgerMove): Steps<LedgerMoved>
  /** What a reference put into a wallet before, below zero where it took out; null: nothing yet. */
  moved(of: WalletOwner, reference: string): Steps<Money | null>
  /** What an account has earned: stays as it is while its wallet is locked. */
  commission(of: WalletOwner): Steps<CommissionTotals>
  /** Suspends an account that is active. @returns Whether it did. */
  suspend(accountId: string): Steps<boolean>
  /** Opens an account that is suspended. @returns Whether it did. */
  reopen(accountId: string): Steps<boolean>
}

/** The only way in which a feature moves money: beneath the locks of its wallets, in one commit with its own rows, events and audit entries. */
export interface Ledger {
  /**
   * @param change The wallets.
   * @param work May be run again.
   * @throws `ACCOUNT_NOT_FOUND`, `WALLET_UNAVAILABLE`, and what the work throws.
   * @example
   * await ledger.change({ wallets: [{ accountId, environment: 'production', upTo: fee }] }, function* (tx) {
   *   const { kind } = yield* tx.move({ kind: 'debit', accountId, environment: 'production', amount: fee, reference, reason, actor })
   *   if (kind === 'insufficient') throw errors.error('INSUFFICIENT_BALANCE')
   *   yield* tx.run(statements.insert({ id, account_id: accountId }))
   * })
   */
  change<T>(change: LedgerChange, work: (tx: LedgerTransaction) => Steps<T>): Promise<T>
}
/** Moves of money by features. */
export const Ledger = token<Ledger>('core.ledger')

/** What an external wallet said before a change. */
export interface ReservedChange extends WalletOwner {
  /** Null: it has less than was asked for, so nothing is reserved. */
  readonly reservation: MoveReservation | null
  readonly available: Money
}

/** The requests that a transaction of the ledger makes. For stores. @param wallet The wallets as they stand. */
export const ledgerTransaction = (at: Date, wallet: LedgerTransaction['wallet']): LedgerTransaction => ({
  ...tableTransaction(at),
  wallet,
  move: (move) => ask({ kind: 'move', move }),
  moved: (of, reference) => ask({ kind: 'moved', of, reference }),
  commission: (of) => ask({ kind: 'commission', of }),
  suspend: (accountId) => ask({ kind: 'status', accountId, to: 'suspended' }),
  reopen: (accountId) => ask({ kind: 'status', accountId, to: 'active' }),
})
