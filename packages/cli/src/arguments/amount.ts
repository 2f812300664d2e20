import { isParakhError, type Money, minus, parseAmount, zero } from '@parakh/core'
import { InvalidArgumentError } from 'commander'

/**
 * Reads an amount of rupees.
 *
 * @param text At most two decimals, above zero: `500.00`.
 * @throws InvalidArgumentError for other text.
 */
export function parseRupees(text: string): Money {
  try {
    const amount = parseAmount(text)
    if (amount > 0) return amount
  } catch (error) {
    if (!isParakhError(error)) throw error
  }
  throw new InvalidArgumentError('Allowed: rupees above zero with at most two decimals, such as 500.00.')
}

/**
 * Reads an amount of rupees in either direction.
 *
 * @param text At most two decimals, not zero: `5.00`, `-5.00`.
 * @throws InvalidArgumentError for other text.
 */
export function parseSignedRupees(text: string): Money {
  if (!/^-?[\d.]+$/.test(text) || !/[1-9]/.test(text))
    throw new InvalidArgumentError('Allowed: rupees with at most two decimals, not zero, such as 5.00 or -5.00.')
  return text.startsWith('-') ? minus(zero, parseRupees(text.slice(1))) : parseRupees(text)
}
