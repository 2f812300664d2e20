import { drawTable } from './table.ts'

/** One line for each field; a list of objects is a table, any other list is lines below its name. `Done.` for nothing. */
export function fieldsText(result: object): string {
  const lines = Object.entries(result).map(([name, value]) => {
    const title = spoken(name)
    if (!Array.isArray(value)) return `${title}: ${plain(value)}`
    if (value.length === 0) return `${title}: none`
    return value.every(isFields)
      ? rowsText(value)
      : [`${title}:`, ...value.map((item) => `  ${plain(item)}`)].join('\n')
  })
  return lines.join('\n') || 'Done.'
}

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A table with one column for each field of any row. */
export function rowsText(rows: readonly Readonly<Record<string, unknown>>[]): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const heads = names.map((name) => `${name.charAt(0).toUpperCase()}${spoken(name.slice(1))}`)
  return drawTable(
    heads,
    rows.map((row) => names.map((name) => plain(row[name] ?? ''))),
  )
}

const spoken = (name: string): string => name.replaceAll('_', ' ')

const plain = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
