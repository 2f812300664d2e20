import { createRequire } from 'node:module'
import { csvCell } from '@parakh/core'
import type * as Stringify from 'csv-stringify/sync'

const load = createRequire(import.meta.url)

/**
 * Rows as CSV (RFC 4180): a header line, lines ended by CR LF. Cells are as `csvCell` makes them.
 *
 * @param columns Fields of the rows, in the order of the columns.
 * @example
 * rowsAsCsv(['account_id', 'balance'], [{ account_id: 'A1', balance: '5.50' }]) // 'account_id,balance\r\nA1,5.50\r\n'
 */
export function rowsAsCsv(columns: readonly string[], rows: readonly object[]): string {
  const { stringify }: typeof Stringify = load('csv-stringify/sync')
  const cells = rows.map((row) => {
    const fields = new Map<string, unknown>(Object.entries(row))
    return columns.map((column) => csvCell(fields.get(column)))
  })
  return stringify([[...columns], ...cells], { record_delimiter: 'windows' })
}
