import type { Money } from '../money.ts'
import type { Environment } from '../outcome.ts'
import { token } from '../token.ts'
import type { Role } from './accounts.ts'

/**
 * What each level of a line earns: its rate less what the levels below it earn (`differential`), or its full rate (`flat`)
 * (decisions.md section 10).
 */
export const COMMISSION_MODES = ['differential', 'flat'] as const
export type CommissionMode = (typeof COMMISSION_MODES)[number]
/** When final commission moves to its earner's wallet: once a day, within half a minute, or only by `convert`. */
export const COMMISSION_SETTLEMENTS = ['daily', 'immediately', 'manual'] as const
export type CommissionSettling = (typeof COMMISSION_SETTLEMENTS)[number]

/** One level above an account, with its rate. */
export interface CommissionLevel {
  readonly accountId: string
  readonly parentId: string | null
  readonly name: string
  readonly role: Role
  /** 0: none was set; 100 is one percent. */
  readonly basisPoints: number
}
/** A change of a commission rate. */
export interface NewCommissionRate {
  readonly accountId: string
  /** Whole basis points, 0 to the cap of the role. */
  readonly basisPoints: number
  /** Who sets it. */
  readonly actor: string
}
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
export interface CommissionStatement {
  readonly accountId: string
  readonly environment: Environment
  /** `YYYY-MM` in Asia/Kolkata. */
  readonly month: string
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

/** Rates and earnings, as a store keeps them. */
export interface CommissionBook {
  /**
   * Sets a rate; calls in flight keep the old one.
   *
   * @param ifRevision The revision of `PriceLists` that it was checked against: at any other revision nothing is set.
   * @returns The rate before.
   * @throws `ACCOUNT_NOT_FOUND`, `PRICING_CHANGED`
   */
  setRate(rate: NewCommissionRate, ifRevision?: number): Promise<number>
  /** An account and all above it, upwards. @throws `ACCOUNT_NOT_FOUND` */
  line(accountId: string): Promise<readonly CommissionLevel[]>
  /** Every account that may have a rate: master distributors, distributors and retailers, and the accounts between them. */
  tree(): Promise<readonly CommissionLevel[]>
  /** The current sums of the ledger. @throws `ACCOUNT_NOT_FOUND` */
  totals(accountId: string, environment: Environment): Promise<CommissionTotals>
  /**
   * Moves commission into the wallet, under the wallet's lock: a wallet that owes repays first (decision 0011).
   *
   * @throws `ACCOUNT_NOT_FOUND`, `COMMISSION_TOO_LITTLE`, `INVALID_REFERENCE`, `REFERENCE_REUSED`
   */
  convert(conversion: CommissionConversion): Promise<ConvertedCommission>
  /** @throws `ACCOUNT_NOT_FOUND`, `COMMISSION_ARCHIVED` where entries of that time or later are in an archive */
  month(query: CommissionMonth): Promise<Omit<CommissionStatement, 'accountId' | 'environment' | 'month'>>
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

/** The current rate of an account. */
export interface CommissionRate {
  readonly accountId: string
  readonly role: Role
  readonly basisPoints: number
  /** The role's maximum rate. */
  readonly capBasisPoints: number
}
/** Commission of resellers: what they earn from calls below them, and its conversion into their wallets. */
export interface Commissions {
  readonly mode: CommissionMode
  /**
   * Sets a reseller's share of each charge. Effective for calls that are quoted afterwards.
   *
   * @throws `ACCOUNT_NOT_FOUND`, `COMMISSION_NOT_FOR_ROLE`, `COMMISSION_ABOVE_CAP`, `COMMISSION_ABOVE_PRICE`
   */
  set(rate: NewCommissionRate): Promise<CommissionRate>
  /** @throws `ACCOUNT_NOT_FOUND`, `COMMISSION_NOT_FOR_ROLE` */
  rate(accountId: string): Promise<CommissionRate>
  totals(accountId: string, environment: Environment): Promise<CommissionTotals>
  convert(conversion: CommissionConversion): Promise<ConvertedCommission>
  /** @param month `YYYY-MM` in Asia/Kolkata. @throws `ACCOUNT_NOT_FOUND`, `COMMISSION_MONTH_INVALID` */
  statement(accountId: string, environment: Environment, month: string): Promise<CommissionStatement>
}
/** The commission of a server. */
export const Commissions = token<Commissions>('core.commissions', { broughtBy: '@parakh/resale' })
