import { isRealDay } from '@parakh/core/formats'
import { InvalidArgumentError } from 'commander'

const DAY = /^\d{4}-\d{2}-\d{2}$/
const TIME = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,3})?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/

/**
 * Reads when a key ends.
 *
 * @param text A day, valid to its end in India (`2027-03-31`), or a time with its zone (`2027-03-31T18:00:00Z`).
 * @throws InvalidArgumentError for other text, or a day that no calendar has.
 */
export function parseExpiry(text: string): Date {
  const day = DAY.test(text) ? text : TIME.exec(text)?.[1]
  if (day !== undefined && isRealDay(day)) return new Date(day === text ? `${text}T24:00:00+05:30` : text)
  throw new InvalidArgumentError('Allowed: a day such as 2027-03-31, or a time with its zone, 2027-03-31T18:00:00Z.')
}
