import type { Account, Money } from '@parakh/core'
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
  /** The most transfers of an account that wait for an operator, and the same before its KYC is approved. */
  readonly maxOpenTransfers: number
  readonly maxOpenTransfersBeforeKyc: number
  /** Null: UPI QR codes are not available. */
  readonly upi: UpiPayee | null
  /** Null: customers are not told where to send a transfer. */
  readonly bankAccount: BankAccount | null
}

/** The most transfers of an account that may wait for an operator, by its KYC. */
export const claimLimit =
  (rules: Pick<FundingRules, 'maxOpenTransfers' | 'maxOpenTransfersBeforeKyc'>) =>
  ({ kyc }: Pick<Account, 'kyc'>): number =>
    kyc === 'approved' ? rules.maxOpenTransfers : rules.maxOpenTransfersBeforeKyc
