import type { Money } from '@parakh/core'

/** Who is paid by UPI. */
export interface UpiPayee {
  /** Virtual payment address: `acme@okbank`. */
  readonly vpa: string
  readonly name: string
}
/** What a deployment allows. */
export interface FundingRules {
  /** Above this amount two different operators approve. */
  readonly twoOperatorsAbove: Money
  /** Whether who noted a transfer may approve it. */
  readonly submitterMayApprove: boolean
  /** Null: no UPI QR is made. */
  readonly upi: UpiPayee | null
}
