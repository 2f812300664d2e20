import type { Money } from '../money.ts'
import type { Environment } from '../outcome.ts'
import { token } from '../token.ts'

/** Which time of an account's money is asked for. */
export interface StatementPeriod {
  readonly accountId: string
  readonly environment: Environment
  /** Milliseconds since 1970, included. */
  readonly from: number
  /** Milliseconds since 1970, excluded. */
  readonly until: number
}
/** Where a ledger account stood when a period began, and when it ended. */
export interface StatementSpan {
  readonly opening: Money
  readonly closing: Money
}
/**
 * The same of a wallet, with the entries between: a wallet's entries are numbered without a gap. An entry belongs to the period in
 * which it was written: one that is timed before a border and was numbered behind one after it stands after the border, so that a
 * period that has ended is never changed again (decision 0025).
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
  /** `charge`, `credit`, `refund`, `adjustment`, `repayment`, `allotment`, and whatever else the ledger has. */
  readonly kind: string
  /** Into the wallet above zero, out of it below. */
  readonly amount: Money
  /** What the wallet had afterwards. */
  readonly balance: Money
  /** Of a credit or an adjustment its reference, of a call its request id. */
  readonly reference: string
  readonly reason: string | null
  /** Of charges and refunds: what was called. */
  readonly endpoint: string | null
}
/** The ledger as statements read it. Archived periods (decision 0012) stand in closing balances. */
export interface StatementLedger {
  /**
   * Where a wallet stood at both ends of a period.
   *
   * @throws `ACCOUNT_NOT_FOUND`; `STATEMENT_ARCHIVED` where entries of the period, or of a time after it, are in an archive.
   */
  walletSpan(period: StatementPeriod): Promise<WalletSpan>
  /** Movements of a wallet in the order of their versions, one page. @param span Above `after`, up to `through`. */
  walletMovements(
    wallet: { readonly accountId: string; readonly environment: Environment },
    span: { readonly after: number; readonly through: number; readonly limit: number },
  ): Promise<readonly WalletMovement[]>
}
/** The ledger of a server, for statements. */
export const StatementLedger = token<StatementLedger>('core.statement-ledger')

/** One line of a statement. */
export interface StatementLine {
  /** In Asia/Kolkata, `YYYY-MM-DD`. Null: of the whole month. */
  readonly day: string | null
  /** Of a single movement: milliseconds since 1970. Null: several of a day together. */
  readonly at: number | null
  /** Of a wallet: as in the ledger, but `transfer` for an allotment and `plan fee` for the price of a plan. Of commission: `earned`, `reversed` or `converted`. */
  readonly kind: string
  readonly endpoint: string | null
  /** Movements in this line. */
  readonly count: number
  readonly reference: string | null
  readonly reason: string | null
  readonly amount: Money
  /** What there was after this line. */
  readonly balance: Money
}
/** A statement: `opening` and all lines together are `closing`. */
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
  /** The month goes on: more may come. */
  readonly provisional: boolean
  /**
   * Read page by page, once.
   *
   * @throws `STATEMENT_CHANGED` where they do not come to `closing`: entries were archived meanwhile.
   */
  lines(): AsyncIterable<StatementLine>
}
/** Which statement is asked for. */
export interface StatementRequest {
  readonly accountId: string
  readonly environment: Environment
  /** `YYYY-MM`, of Asia/Kolkata. */
  readonly month: string
  /** True: each movement is a line. Else charges and refunds of a day are one line for each endpoint. */
  readonly everyMovement?: boolean
}
/** How a statement is written: one JSON object on one line; or CSV with a row for each line, the opening and the closing balance. */
export const STATEMENT_FORMATS = ['json', 'csv'] as const
export type StatementFormat = (typeof STATEMENT_FORMATS)[number]

/** Statements of a month. */
export interface Statements {
  /** What moved in a wallet. @throws `ACCOUNT_NOT_FOUND`, `STATEMENT_MONTH_INVALID`, `STATEMENT_ARCHIVED` */
  wallet(request: StatementRequest): Promise<Statement>
  /**
   * What a reseller earned by each endpoint, gave back with refunds, and converted into the wallet.
   *
   * @throws `ACCOUNT_NOT_FOUND`, `STATEMENT_MONTH_INVALID`, `COMMISSION_ARCHIVED`
   */
  commission(request: StatementRequest): Promise<Statement>
  /**
   * A statement as text, piece by piece. Amounts are rupees with two decimals, and each is what the printed balance moves by: the
   * opening balance and all amounts come to the closing balance, to the paisa.
   *
   * @throws as `Statement.lines`.
   */
  write(statement: Statement, format: StatementFormat): AsyncIterable<string>
  /** A statement as a PDF. @throws `STATEMENT_TOO_LONG` for more than 4,000 lines, and as `Statement.lines`. */
  pdf(statement: Statement): Promise<Uint8Array>
}
/** The statements of a server. */
export const Statements = token<Statements>('core.statements')
