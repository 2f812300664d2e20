import {
  type CommissionConversion,
  type CommissionTotals,
  type ConvertedCommission,
  type Environment,
  type MonthlyCommission,
  type Role,
  token,
} from '@parakh/core'
import type { CommissionMode } from '../settings.ts'

/** A change of a commission rate. */
export interface NewCommissionRate {
  readonly accountId: string
  /** Whole basis points, 0 to the cap of the role. */
  readonly basisPoints: number
  /** Who sets it. */
  readonly actor: string
}
/** Commission of a month, as the ledger has it. */
export interface CommissionStatement extends MonthlyCommission {
  readonly accountId: string
  readonly environment: Environment
  /** `YYYY-MM` in Asia/Kolkata. */
  readonly month: string
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
export const Commissions = token<Commissions>('resale.commissions', { broughtBy: '@parakh/resale' })
