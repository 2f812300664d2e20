import { isParakhError, type Money, parseAmount } from '@parakh/core'
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
