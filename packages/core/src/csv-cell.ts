/** A text that a spreadsheet would run as a formula; a plain number is not one. */
const FORMULA = /^[=+\-@\t\r]/
const NUMBER = /^[+-]?\d+(\.\d+)?$/

/**
 * A value as a cell of CSV, before it is quoted: text that a spreadsheet would run as a formula is prefixed with an apostrophe; objects
 * and lists are JSON, null is an empty cell.
 */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'object') return JSON.stringify(value)
  const text = String(value)
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
}
