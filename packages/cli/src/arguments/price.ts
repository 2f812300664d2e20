import { isParakhError, type Price, parseAmount } from '@parakh/core'
import { InvalidArgumentError } from 'commander'

/**
 * Reads a price: rupees with at most two decimals, zero for free.
 *
 * @throws InvalidArgumentError for other text.
 */
export function parsePrice(text: string): Price {
  try {
    return parseAmount(text)
  } catch (error) {
    if (!isParakhError(error)) throw error
    throw new InvalidArgumentError('Allowed: rupees with at most two decimals, such as 5.50; 0 for free.')
  }
}
