import type { Money } from '../money.ts'
import type { Environment } from '../outcome.ts'
import { token } from '../token.ts'
import type { Role } from './accounts.ts'

/**
 * What each level of a line earns: its own rate less what the levels below it earn (`differential`), or its full rate (`flat`)
 * (decisions.md section 10).
 */
export const COMMISSION_MODES = ['differential', 'flat'] as const
export type CommissionMode = (typeof COMMISSION_MODES)[number]
/** When final commission moves to the wallet of who earned it: once a day, within half a minute, or by `convert` alone. */
export const COMMISSION_SETTLEMENTS = ['daily', 'immediately', 'manual'] as const
export type CommissionSettling = (typeof COMMISSION_SETTLEMENTS)[number]

/** One level above an account, with its rate. */
export interface CommissionLevel {
  readonly accountId: string
  readonly parentId: string | null
  readonly name: string
  readonly role: Role
  /** 0 where none was set; 100 is one percent. */
  readonly basisPoints: number
}
/** A rate of commission that is to be set. */
export interface NewCommissionRate {
  readonly accountId: string
  /** Whole basis points, 0 to the cap of the role. */
  readonly basisPoints: number
  /** Who sets it. */
  readonly actor: string
}
/** What an account has earned in an environment. */
export interface CommissionStanding {
  /** All that was ever earned, less what was reversed and converted: exact to the micro-rupee, below zero after reversals. */
  readonly accrued: Money
  /** What of it may still be taken back by an asynchronous call that is not completed, such as an order on its way. */
  readonly pending: Money
  /** Whole paise of what is final (`accrued` less `pending`), never below zero: what can be moved into the wallet. */
  readonly convertible: Money
}
/** How the commission of all accounts is settled. */
export interface CommissionSettlement {
  /** Milliseconds since 1970, by the database. Its day in Asia/Kolkata is in the references: `settle/<account>/<environment>/<date>`. */
  readonly at: number
  /**
   * `daily`: what is final is transferred once for the day. `immediately`: whatever is final. `manual`: nothing. A shortfall is taken
   * back in any case.
   */
  readonly settle: CommissionSettling
}
/** What a settlement moved. */
export interface SettledCommissions {
  /** Wallets that commission was transferred to. */
  readonly transferred: number
  /** Wallets that owed or gave back what was transferred and then reversed. */
  readonly recovered: number
}
/** Commission that is moved into the wallet of who earned it. */
export interface CommissionConversion {
  readonly accountId: string
  readonly environment: Environment
  /** Whole paise; all that is convertible unless given. */
  readonly amount?: Money
  /** Once per wallet, over credits, adjustments and conversions. 1 to 128 printable characters. */
  readonly reference: string
  readonly actor: string
}
/** What became of a conversion. */
export interface ConvertedCommission extends CommissionStanding {
  /** False: this reference was used before, and nothing moved. */
  readonly converted: boolean
  /** What moved, now or then. */
  readonly amount: Money
  /** Of the wallet, afterwards. */
  readonly balance: Money
}
/** What one endpoint brought in a month. */
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
/** Which month of whose. */
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
   * Sets a rate; calls in flight keep theirs.
   *
   * @param ifRevision The revision of `PriceLists` that it was checked against: at another one nothing is set.
   * @returns The rate before.
   * @throws `ACCOUNT_NOT_FOUND`, `PRICING_CHANGED`
   */
  setRate(rate: NewCommissionRate, ifRevision?: number): Promise<number>
  /** An account and all above it, upwards. @throws `ACCOUNT_NOT_FOUND` */
  line(accountId: string): Promise<readonly CommissionLevel[]>
  /** Every account that may have a rate: master distributors, distributors and retailers, and the accounts between them. */
  tree(): Promise<readonly CommissionLevel[]>
  /** The sum of the ledger at this moment. @throws `ACCOUNT_NOT_FOUND` */
  standing(accountId: string, environment: Environment): Promise<CommissionStanding>
  /**
   * Moves commission into the wallet, under the wallet's lock: a wallet that owes repays first (decision 0011).
   *
   * @throws `ACCOUNT_NOT_FOUND`, `COMMISSION_TOO_LITTLE`, `INVALID_REFERENCE`, `REFERENCE_REUSED`
   */
  convert(conversion: CommissionConversion): Promise<ConvertedCommission>
  /** @throws `ACCOUNT_NOT_FOUND`, `COMMISSION_ARCHIVED` where entries of that time or later are in an archive */
  month(query: CommissionMonth): Promise<Omit<CommissionStatement, 'accountId' | 'environment' | 'month'>>
  /**
   * Moves what is final into the wallets of who earned it, whole paise, and takes back from them what was moved and then reversed; what a
   * wallet cannot give is owed (decision 0052). Each account is one commit. Several processes at once, and a process that is killed,
   * move nothing twice and lose nothing. A closed account is sent nothing.
   *
   * @throws The first failure, after all accounts were tried.
   */
  settle(settlement: CommissionSettlement): Promise<SettledCommissions>
  /** Adds entries up, marking each, so that sums stay fast. Two processes at once are right. @returns How many were added up. */
  rollUp(): Promise<number>
}

/** A rate as it stands. */
export interface CommissionRate {
  readonly accountId: string
  readonly role: Role
  readonly basisPoints: number
  /** The most that the role may have. */
  readonly capBasisPoints: number
}
/** Commission of resellers: what they earn of the calls below them, and how they get at it. */
export interface Commissions {
  /**
   * Sets the share of each charge that goes to a reseller and the line below it. Acts on calls that are quoted afterwards.
   *
   * @throws `ACCOUNT_NOT_FOUND`, `COMMISSION_NOT_FOR_ROLE`, `COMMISSION_ABOVE_CAP`, `COMMISSION_ABOVE_PRICE`
   */
  set(rate: NewCommissionRate): Promise<CommissionRate>
  /** @throws `ACCOUNT_NOT_FOUND`, `COMMISSION_NOT_FOR_ROLE` */
  rate(accountId: string): Promise<CommissionRate>
  standing(accountId: string, environment: Environment): Promise<CommissionStanding>
  convert(conversion: CommissionConversion): Promise<ConvertedCommission>
  /** @param month `YYYY-MM` in Asia/Kolkata. @throws `ACCOUNT_NOT_FOUND`, `COMMISSION_MONTH_INVALID` */
  statement(accountId: string, environment: Environment, month: string): Promise<CommissionStatement>
}
/** The commission of a server. */
export const Commissions = token<Commissions>('core.commissions')
