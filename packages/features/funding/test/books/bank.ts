import { type Money, micro } from '@parakh/core'

/** Money that somebody paid: what the bank knows, which no book of ours does. */
export interface BankPayment {
  /** The gateway's id of it; null: a transfer from bank to bank. */
  readonly paymentId: string | null
  readonly utr: string
  readonly amount: Money
  /** What went back to who paid. */
  gone: Money
}

/** The bank of a walk: what was paid in really, whatever was told of it. */
export class Bank {
  readonly payments: BankPayment[] = []

  /** Somebody pays. */
  pay(payment: Omit<BankPayment, 'gone'>): BankPayment {
    const paid = { ...payment, gone: micro(0) }
    this.payments.push(paid)
    return paid
  }

  /** What there is still, of everything. */
  get left(): number {
    return this.payments.reduce((sum, { amount, gone }) => sum + amount - gone, 0)
  }

  /** A number of twelve digits, as banks have. */
  nextUtr(): string {
    return String(400_000_000_000 + this.payments.length)
  }

  /** Whether an operator finds such a transfer on the statement of the bank, and it did not go back. */
  has(utr: string | null, amount: Money): boolean {
    const same = (one: BankPayment) => one.paymentId === null && one.utr === utr && one.amount === amount
    return this.payments.some((one) => same(one) && one.gone === 0)
  }
}

/** What of a payment did not go back. */
export const restOf = ({ amount, gone }: BankPayment): Money => micro(amount - gone)
