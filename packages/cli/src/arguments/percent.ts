import { InvalidArgumentError } from 'commander'

const BASIS_POINTS_PER_PERCENT = 100

/**
 * Reads a rate.
 *
 * @param text Percent with at most two decimals, 0 to 100: `12` or `7.25`.
 * @returns Whole basis points.
 * @throws InvalidArgumentError for other text.
 */
export function parsePercent(text: string): number {
  const [, percent = '', hundredths = ''] = /^(\d{1,3})(?:\.(\d{1,2}))?$/.exec(text) ?? []
  const basisPoints = Number(percent) * BASIS_POINTS_PER_PERCENT + Number(hundredths.padEnd(2, '0'))
  if (percent !== '' && basisPoints <= 100 * BASIS_POINTS_PER_PERCENT) return basisPoints
  throw new InvalidArgumentError('Allowed: percent with at most two decimals, 0 to 100, such as 12 or 7.25.')
}
