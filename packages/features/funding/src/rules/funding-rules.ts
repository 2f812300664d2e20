import type { Money } from '@parakh/core'
import type { BankAccount } from '../contract/funding.ts'

/** The payee of UPI payments. */
export interface UpiPayee {
  /** Virtual payment address: `acme@okbank`. */
  readonly vpa: string
  readonly name: string
}
/** The rules of a deployment for funding. */
export interface FundingRules {
  /** Above this amount two different operators must approve. */
  readonly twoOperatorsAbove: Money
  /** Whether the operator who recorded a transfer may approve it. */
  readonly submitterMayApprove: boolean
  /** Null: UPI QR codes are not available. */
  readonly upi: UpiPayee | null
  /** Null: customers are not told where to send a transfer. */
  readonly bankAccount: BankAccount | null
}
