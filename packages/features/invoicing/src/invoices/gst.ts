import { MICRO_RUPEES_PER_PAISA, type Money, micro } from '@parakh/core'
import type { InvoiceAmounts } from '../contract/invoices.ts'

const FULL = 10_000n

/** The parameters of a tax calculation. */
export interface TaxedAmount {
  /** Whole paise, not negative. */
  readonly amount: Money
  /** Whether the amount includes the tax. */
  readonly inclusive: boolean
  /** 1,800 is 18 percent. */
  readonly rateBasisPoints: number
  /** True: central and state tax, half of the rate each. False: integrated tax. */
  readonly withinState: boolean
}

/**
 * The tax of an amount. Each tax is rounded to the paisa, half a paisa upwards (as section 170 of the CGST Act has it for rupees); the
 * value without tax, or the total, absorbs the rounding so that the sum is exact.
 *
 * @example
 * taxOf({ amount: inr('118'), inclusive: true, rateBasisPoints: 1_800, withinState: true }) // 100 + 9 + 9
 */
export function taxOf({ amount, inclusive, rateBasisPoints, withinState }: TaxedAmount): InvoiceAmounts {
  const paise = BigInt(Math.floor(amount / MICRO_RUPEES_PER_PAISA))
  const rate = BigInt(rateBasisPoints)
  const base = inclusive ? FULL + rate : FULL
  const parts = withinState ? 2n : 1n
  const tax = halfUp(paise * rate, base * parts)
  const all = tax * parts
  const taxable = inclusive ? paise - all : paise
  const none = micro(0)
  return {
    taxable: money(taxable),
    ...(withinState
      ? { cgst: money(tax), sgst: money(tax), igst: none }
      : { cgst: none, sgst: none, igst: money(tax) }),
    total: money(taxable + all),
  }
}

/**
 * Distributes a value in proportion to amounts, so that the shares add up exactly: each share is the increase of the rounded running
 * sum.
 *
 * @param amounts Whole paise; together above zero.
 */
export function shareOut(value: Money, amounts: readonly Money[]): readonly Money[] {
  const all = BigInt(amounts.reduce((sum, amount) => sum + amount, 0))
  const whole = BigInt(Math.floor(value / MICRO_RUPEES_PER_PAISA))
  let sum = 0n
  let given = 0n
  return amounts.map((amount) => {
    sum += BigInt(amount)
    const until = halfUp(whole * sum, all)
    const share = until - given
    given = until
    return money(share)
  })
}

const money = (paise: bigint): Money => micro(Number(paise) * MICRO_RUPEES_PER_PAISA)

/** Rounds half up. */
function halfUp(dividend: bigint, divisor: bigint): bigint {
  const twice = 2n * dividend + divisor
  const quotient = twice / (2n * divisor)
  return twice < 0n && quotient * 2n * divisor !== twice ? quotient - 1n : quotient
}
