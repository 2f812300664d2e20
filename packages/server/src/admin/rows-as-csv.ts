import { csvLine } from '@parakh/core'

/**
 * Returns rows as CSV: a header line, then a line per row, as `csvLine` writes them.
 *
 * @param columns Fields of the rows, in the order of the columns.
 * @example
 * rowsAsCsv(['account_id', 'balance'], [{ account_id: 'A1', balance: '5.50' }]) // 'account_id,balance\r\nA1,5.50\r\n'
 */
export function rowsAsCsv(columns: readonly string[], rows: readonly object[]): string {
  const lines = rows.map((row) => {
    const fields = new Map<string, unknown>(Object.entries(row))
    return csvLine(columns.map((column) => fields.get(column)))
  })
  return csvLine(columns) + lines.join('')
}
