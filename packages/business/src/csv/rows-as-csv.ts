import { createRequire } from 'node:module'
import type * as Stringify from 'csv-stringify/sync'

const load = createRequire(import.meta.url)

/** A text that a spreadsheet would run as a formula; a plain number is not one. */
const FORMULA = /^[=+\-@\t\r]/
const NUMBER = /^[+-]?\d+(\.\d+)?$/

/**
 * Rows as CSV (RFC 4180): a header line, lines ended by CR LF. Text that a spreadsheet would run as a formula is prefixed with an
 * apostrophe; objects and lists are written as JSON, null as an empty cell.
 *
 * @param columns Fields of the rows, in the order of the columns.
 * @example
 * rowsAsCsv(['account_id', 'balance'], [{ account_id: 'A1', balance: '5.50' }]) // 'account_id,balance\r\nA1,5.50\r\n'
 */
export function rowsAsCsv(columns: readonly string[], rows: readonly object[]): string {
  const { stringify }: typeof Stringify = load('csv-stringify/sync')
  const cells = rows.map((row) => {
    const fields = new Map<string, unknown>(Object.entries(row))
    return columns.map((column) => cellOf(fields.get(column)))
  })
  return stringify([[...columns], ...cells], { record_delimiter: 'windows' })
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'object') return JSON.stringify(value)
  const text = String(value)
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
}
