import type { Role } from '@parakh/core'
import type { NewCommissionRate } from '../contract/commissions.ts'

/** One level above an account, with its rate. */
export interface CommissionLevel {
  readonly accountId: string
  readonly parentId: string | null
  readonly name: string
  readonly role: Role
  /** 0: none was set; 100 is one percent. */
  readonly basisPoints: number
}

/** The storage of commission rates. */
export interface CommissionRates {
  /**
   * Sets a rate; calls in flight keep the old one.
   *
   * @param ifRevision The revision of `PriceLists` that it was checked against: at any other revision nothing is set.
   * @returns The rate before.
   * @throws `ACCOUNT_NOT_FOUND`, `PRICING_CHANGED`
   */
  set(rate: NewCommissionRate, ifRevision?: number): Promise<number>
  /** An account and all above it, upwards. @throws `ACCOUNT_NOT_FOUND` */
  line(accountId: string): Promise<readonly CommissionLevel[]>
  /** Every account that may have a rate: master distributors, distributors and retailers, and the accounts between them. */
  tree(): Promise<readonly CommissionLevel[]>
}
