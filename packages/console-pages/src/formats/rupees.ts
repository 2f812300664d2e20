/**
 * An amount as people in India write it, grouped from its text: money is never a float here.
 *
 * @param amount `-100000.00`, as the API gives it.
 * @returns `−₹1,00,000.00`
 */
export function rupees(amount: string): string {
  const [, sign = '', whole = '', paise = ''] = /^([+-]?)(\d+)(\.\d+)?$/.exec(amount) ?? []
  if (whole === '') return amount
  return `${sign === '-' ? '−' : ''}₹${grouped(whole)}${paise === '' ? '.00' : paise}`
}

/** A difference with its sign: `+₹15.00`, `−₹15.00`; none has no sign. */
export const signedRupees = (amount: string): string =>
  amount.startsWith('-') || isZero(amount) ? rupees(amount) : `+${rupees(amount)}`

/** `1234567` as `12,34,567`. */
export const grouped = (digits: string | number): string => String(digits).replace(/(\d)(?=(\d\d)*\d{3}$)/g, '$1,')

/** Whether an amount is zero. */
export const isZero = (amount: string): boolean => /^[+-]?0*(?:\.0*)?$/.test(amount)

/** `₹999` of `999.00`: paise only where there are any. */
export const wholeRupees = (amount: string): string => rupees(amount).replace(/\.00$/, '')

const paiseOf = (amount: string): bigint => {
  const [whole = '0', paise = ''] = amount.split('.')
  return BigInt(whole + paise.padEnd(2, '0').slice(0, 2))
}

/** Whether an amount is less than another one. */
export const isBelow = (amount: string, other: string): boolean => paiseOf(amount) < paiseOf(other)

const textOf = (paise: bigint): string => {
  const digits = String(paise < 0n ? -paise : paise).padStart(3, '0')
  return `${paise < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
/** The sum of two amounts. */
export const plusRupees = (amount: string, other: string): string => textOf(paiseOf(amount) + paiseOf(other))
/** An amount less another one. */
export const minusRupees = (amount: string, other: string): string => textOf(paiseOf(amount) - paiseOf(other))

const microOf = (amount: string): bigint => {
  const [, sign = '', whole = '0', rest = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount) ?? []
  const micro = BigInt(whole + rest.padEnd(6, '0'))
  return sign === '-' ? -micro : micro
}
function exactText(micro: bigint): string {
  const digits = String(micro < 0n ? -micro : micro).padStart(7, '0')
  const rest = digits.slice(-6)
  return `${micro < 0n ? '-' : ''}${digits.slice(0, -6)}.${rest.slice(0, 2)}${rest.slice(2).replace(/0+$/, '')}`
}
/** An exact amount less another one: two to six decimals, as commission has. */
export const minusExact = (amount: string, other: string): string => exactText(microOf(amount) - microOf(other))
/** The sum of exact amounts. */
export const sumOfExact = (amounts: readonly string[]): string =>
  exactText(amounts.reduce((sum, amount) => sum + microOf(amount), 0n))
/** A part of an amount, in whole paise. @param parts More than zero. */
export const dividedRupees = (amount: string, parts: number): string => textOf(paiseOf(amount) / BigInt(parts))

/** An amount that a person typed, as the API takes it; null: it is none. `1,00,000` and `₹ 500.5` are. */
export function typedRupees(typed: string): string | null {
  const plain = typed.replace(/[₹,\s]/g, '')
  if (!/^\d{1,9}(?:\.\d{1,2})?$/.test(plain) || isZero(plain)) return null
  const [whole = '', paise = ''] = plain.split('.')
  return `${whole}.${paise.padEnd(2, '0')}`
}
