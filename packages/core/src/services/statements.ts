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

/** One line of a statement. */
export interface StatementLine {
  /** The day in Asia/Kolkata, `YYYY-MM-DD`. Null: the whole month. */
  readonly day: string | null
  /** The time of a single movement: milliseconds since 1970. Null: several movements of a day. */
  readonly at: number | null
  /** Of a wallet: as in the ledger, but `transfer` for an allotment and `plan fee` for the price of a plan. Of commission: `earned`, `reversed` or `converted`. */
  readonly kind: string
  readonly endpoint: string | null
  /** Movements in this line. */
  readonly count: number
  readonly reference: string | null
  readonly reason: string | null
  readonly amount: Money
  /** The balance after this line. */
  readonly balance: Money
}
/** A statement: opening + movements = closing. */
export interface Statement extends StatementSpan {
  readonly of: 'wallet' | 'commission'
  readonly accountId: string
  readonly accountName: string
  readonly environment: Environment
  /** `YYYY-MM`, of Asia/Kolkata. */
  readonly month: string
  /** Milliseconds since 1970. */
  readonly from: number
  /** Excluded. */
  readonly until: number
  /** True: the month is not over. */
  readonly provisional: boolean
  /**
   * Reads the lines page by page; can be used once.
   *
   * @throws `STATEMENT_CHANGED` if they do not add up to `closing`: entries were archived meanwhile.
   */
  lines(): AsyncIterable<StatementLine>
}
/** A query for a statement. */
export interface StatementRequest {
  readonly accountId: string
  readonly environment: Environment
  /** `YYYY-MM`, of Asia/Kolkata. */
  readonly month: string
  /** True: each movement is a line. Else charges and refunds are one line per day and endpoint. */
  readonly everyMovement?: boolean
}
/** The format of a written statement: one JSON object on one line, or CSV with a row per line and rows for opening and closing balance. */
export const STATEMENT_FORMATS = ['json', 'csv'] as const
export type StatementFormat = (typeof STATEMENT_FORMATS)[number]

/** Monthly statements. */
export interface Statements {
  /** The statement of a wallet. @throws `ACCOUNT_NOT_FOUND`, `STATEMENT_MONTH_INVALID`, `STATEMENT_ARCHIVED` */
  wallet(request: StatementRequest): Promise<Statement>
  /**
   * The statement of a reseller's commission: earned per endpoint, reversed with refunds, and converted into the wallet.
   *
   * @throws `ACCOUNT_NOT_FOUND`, `STATEMENT_MONTH_INVALID`, `COMMISSION_ARCHIVED`
   */
  commission(request: StatementRequest): Promise<Statement>
  /**
   * A statement as text, piece by piece. Amounts are rupees with two decimals, rounded so that opening balance + printed amounts =
   * closing balance, to the paisa.
   *
   * @throws as `Statement.lines`.
   */
  write(statement: Statement, format: StatementFormat): AsyncIterable<string>
  /** A statement as a PDF. @throws `STATEMENT_TOO_LONG` for more than 4,000 lines, and as `Statement.lines`. */
  pdf(statement: Statement): Promise<Uint8Array>
}
/** The statements of a server. */
export const Statements = token<Statements>('core.statements')
