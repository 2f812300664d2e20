import type { Money } from '../money.ts'
import type { Environment } from '../outcome.ts'
import { token } from '../token.ts'

/** When final commission moves to its earner's wallet: once a day, within half a minute, or only by `convert`. */
export const COMMISSION_SETTLEMENTS = ['daily', 'immediately', 'manual'] as const
export type CommissionSettling = (typeof COMMISSION_SETTLEMENTS)[number]

/** What an account has earned in an environment. */
export interface CommissionTotals {
  /** All earnings, less reversals and conversions: exact to the micro-rupee; may be below zero after reversals. */
  readonly accrued: Money
  /** The part that an asynchronous call which is not completed may still take back. */
  readonly pending: Money
  /** The whole paise of final commission (`accrued` less `pending`), never below zero: what can be moved into the wallet. */
  readonly convertible: Money
}
/** How the commission of all accounts is settled. */
export interface CommissionSettlement {
  /** Milliseconds since 1970, by the database. Its day in Asia/Kolkata is in the references: `settle/<account>/<environment>/<date>`. */
  readonly at: number
  /**
   * `daily`: final commission is transferred once a day. `immediately`: as soon as it is final. `manual`: not at all. A shortfall is
   * recovered in any case.
   */
  readonly settle: CommissionSettling
}
/** The result of a settlement. */
export interface SettledCommissions {
  /** Wallets that received commission. */
  readonly transferred: number
  /** Wallets from which a shortfall was recovered, or that now owe it. */
  readonly recovered: number
}
/** A conversion of commission into its earner's wallet. */
export interface CommissionConversion {
  readonly accountId: string
  readonly environment: Environment
  /** Whole paise; all that is convertible unless given. */
  readonly amount?: Money
  /** Unique per wallet among credits, adjustments and conversions. 1 to 128 printable characters. */
  readonly reference: string
  readonly actor: string
}
/** The result of a conversion. */
export interface ConvertedCommission extends CommissionTotals {
  /** False: this reference was used before, and nothing moved. */
  readonly converted: boolean
  /** The amount that moved, now or with the first request. */
  readonly amount: Money
  /** Of the ledger's wallet, afterwards: zero where an external wallet keeps the money. */
  readonly balance: Money
}
/** The commission of one endpoint in a month. */
export interface CommissionLine {
  readonly endpoint: string
  /** Charged calls. */
  readonly calls: number
  readonly earned: Money
  /** Calls that were refunded, and the commission taken back with them: not below zero. */
  readonly refunds: number
  readonly reversed: Money
}
/** Commission of a month, as the ledger has it. */
export interface MonthlyCommission {
  readonly opening: Money
  readonly lines: readonly CommissionLine[]
  readonly earned: Money
  readonly reversed: Money
  /** Moved into the wallet. */
  readonly converted: Money
  /** Opening and earned, less reversed and converted. */
  readonly closing: Money
}
/** The account, environment and month of a query. */
export interface CommissionMonth {
  readonly accountId: string
  readonly environment: Environment
  /** Milliseconds since 1970, included. */
  readonly from: number
  /** Milliseconds since 1970, excluded. */
  readonly until: number
}

/** What resellers have earned: the entries of the ledger, which calls write and wallets receive. */
export interface CommissionLedger {
  /** The current sums of the ledger. @throws `ACCOUNT_NOT_FOUND` */
  totals(accountId: string, environment: Environment): Promise<CommissionTotals>
  /**
   * Moves commission into the wallet, under the wallet's lock: a wallet that owes repays first (decision 0011).
   *
   * @throws `ACCOUNT_NOT_FOUND`, `COMMISSION_TOO_LITTLE`, `INVALID_REFERENCE`, `REFERENCE_REUSED`
   */
  convert(conversion: CommissionConversion): Promise<ConvertedCommission>
  /** @throws `ACCOUNT_NOT_FOUND`, `COMMISSION_ARCHIVED` where entries of that time or later are in an archive */
  month(query: CommissionMonth): Promise<MonthlyCommission>
  /**
   * Moves final commission, in whole paise, into the earners' wallets, and recovers what was moved and then reversed; what exceeds a
   * wallet's balance is owed (decision 0052). One commit per account, safe with concurrent processes and crashes. Closed accounts
   * receive nothing.
   *
   * @throws The first failure, after all accounts were tried.
   */
  settle(settlement: CommissionSettlement): Promise<SettledCommissions>
  /** Rolls up entries and marks them, so that sums stay fast. Safe with concurrent processes. @returns The number of entries. */
  rollUp(): Promise<number>
}
/** The commission of a host's ledger. */
export const CommissionLedger = token<CommissionLedger>('core.commission-ledger')
