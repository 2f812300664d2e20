import { InvalidArgumentError } from 'commander'

const MOMENT = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2}))?$/
const START_OF_DAY = 'T00:00:00+05:30'

/**
 * Reads a time: a day, which means its beginning in India, or a time with its zone.
 *
 * @throws commander's own error for anything else.
 */
export function parseMoment(text: string): Date {
  const moment = new Date(text.includes('T') ? text : `${text}${START_OF_DAY}`)
  if (MOMENT.test(text) && !Number.isNaN(moment.getTime())) return moment
  throw new InvalidArgumentError(
    'Allowed: a day such as 2026-03-31, or a time with its zone such as 2026-03-31T18:00:00Z',
  )
}
