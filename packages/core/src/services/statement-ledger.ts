import type { Money } from '../money.ts'
import type { Environment } from '../outcome.ts'
import { token } from '../token.ts'

/** The account, environment and time span of a statement. */
export interface StatementPeriod {
  readonly accountId: string
  readonly environment: Environment
  /** Milliseconds since 1970, included. */
  readonly from: number
  /** Milliseconds since 1970, excluded. */
  readonly until: number
}
/** The balance of a ledger account at the beginning and the end of a period. */
export interface StatementSpan {
  readonly opening: Money
  readonly closing: Money
}
/**
 * The same for a wallet, with the versions of its entries, which have no gap. Periods are divided by version, not by time: an entry
 * with an earlier time but a later version belongs to the later period, so that a past period never changes (decision 0025).
 */
export interface WalletSpan extends StatementSpan {
  /** The version of the wallet when the period began: entries above it are in the period. */
  readonly after: number
  /** The version when it ended: entries up to it are in the period. */
  readonly through: number
}
/** One movement of a wallet. */
export interface WalletMovement {
  readonly version: number
  /** Milliseconds since 1970. */
  readonly at: number
  /** The kind of posting: `charge`, `credit`, `refund`, `adjustment`, `repayment`, `allotment` or another kind of the ledger. */
  readonly kind: string
  /** Into the wallet above zero, out of it below. */
  readonly amount: Money
  /** The wallet's balance afterwards. */
  readonly balance: Money
  /** The reference of a credit or an adjustment; the request id of a call. */
  readonly reference: string
  readonly reason: string | null
  /** The endpoint of a charge or a refund. */
  readonly endpoint: string | null
}
/** Reads of the ledger for statements. Archived periods (decision 0012) are only in closing balances. */
export interface StatementLedger {
  /**
   * The balance and version of a wallet at both ends of a period.
   *
   * @throws `ACCOUNT_NOT_FOUND`; `STATEMENT_ARCHIVED` if entries of the period or a later time are archived.
   */
  walletSpan(period: StatementPeriod): Promise<WalletSpan>
  /** A page of a wallet's movements in the order of their versions. @param span Versions above `after`, up to `through`. */
  walletMovements(
    wallet: { readonly accountId: string; readonly environment: Environment },
    span: { readonly after: number; readonly through: number; readonly limit: number },
  ): Promise<readonly WalletMovement[]>
}
/** The ledger of a server, for statements. */
export const StatementLedger = token<StatementLedger>('core.statement-ledger')
