import { InvalidArgumentError } from 'commander'

const MONTH = /^20\d{2}-(0[1-9]|1[0-2])$/
const DAY = /^20\d{2}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/

/** A month such as `2026-11`. @throws commander's own error for anything else. */
export function parseMonth(text: string): string {
  if (MONTH.test(text)) return text
  throw new InvalidArgumentError('Allowed: a month such as 2026-11')
}

/** A day such as `2026-11-21`. @throws commander's own error for anything else. */
export function parseDay(text: string): string {
  if (DAY.test(text)) return text
  throw new InvalidArgumentError('Allowed: a day such as 2026-11-21')
}
