import { type Environment, type Money, type StatementSpan, token } from '@parakh/core'

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
  /** A statement as a PDF. @throws `PDF_NOT_SET`, `STATEMENT_TOO_LONG` for more than 4,000 lines, and as `Statement.lines`. */
  pdf(statement: Statement): Promise<Uint8Array>
}
/** The statements of a server. */
export const Statements = token<Statements>('invoicing.statements', { broughtBy: '@parakh/invoicing' })
