/** Characters that begin a formula, with the full-width and small forms that some spreadsheets read as the same. */
const BEGIN = '=+\\-@\uFF1D\uFF0B\uFF0D\uFF20\uFE66\uFE62\uFE63\uFE6B\u2212'
/** Characters that a spreadsheet may skip before a formula: spaces, controls, invisible and combining characters, quotes. */
const ONE_SKIPPED = '[\\p{C}\\p{Z}\\p{M}"\'`\u2018-\u201F\uFF02\uFF07]'
const FORMULA = new RegExp(`^(?:[\\t\\r\\n]|${ONE_SKIPPED}*[${BEGIN}])`, 'u')
/** The same after a character at which a spreadsheet of another locale, or a paste, begins the next cell within the quotes. */
const LATER_FORMULA = new RegExp(`([;|\\t\\r\\n](?:(?![\\t\\r\\n])${ONE_SKIPPED})*)(?=[${BEGIN}])`, 'gu')
const NUMBER = /^[+-]?\d+(\.\d+)?$/
const QUOTED = /[",;\t\r\n]/

/**
 * Returns a line of CSV (RFC 4180), ended by CR LF. All exports use this writer. An apostrophe is put before text that a spreadsheet could run as a
 * formula; numbers stay numbers. Objects and lists are JSON, null is an empty cell.
 *
 * @example
 * csvLine(['A1', -5.5, '=1+1', null]) // "A1,-5.5,'=1+1,\r\n"
 */
export const csvLine = (cells: readonly unknown[]): string => `${cells.map(cellOf).join(',')}\r\n`

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  if (NUMBER.test(text)) return text
  const inert = `${FORMULA.test(text) ? "'" : ''}${text.replace(LATER_FORMULA, "$1'")}`
  return QUOTED.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
}
