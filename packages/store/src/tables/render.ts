import { type BoundStatement, type Sql, type SqlPart, tableNameOf } from '@parakh/core'
import type { Database } from '../connection/database.ts'

/** What a statement is written for. */
type Target = Pick<Database, 'dialect' | 'table'>
/** A value that both drivers bind. */
export type Bindable = string | number | null | Buffer
/** A statement as a database takes it. */
export interface Rendered {
  readonly text: string
  readonly bindings: readonly Bindable[]
}
/** The value of a parameter, or that it is not there. */
type Values = BoundStatement['values']

/** Writes SQL for a database: names with their prefix, parameters as `?`. @throws TypeError for a value that cannot be bound. */
export function render(target: Target, sql: Sql, values: Values = {}): Rendered {
  const bindings: Bindable[] = []
  const text = sql.parts.map((part) => renderPart(target, part, { values, bindings })).join('')
  return { text, bindings }
}

interface Binding {
  readonly values: Values
  readonly bindings: Bindable[]
}

function renderPart(target: Target, part: SqlPart, binding: Binding): string {
  // Knex reads a `?` of the text as a parameter unless it is escaped.
  if (typeof part === 'string') return part.replaceAll('?', '\\?')
  const { values, bindings } = binding
  switch (part.kind) {
    case 'table':
    case 'index':
      return target.table(tableNameOf(part))
    case 'value':
      bindings.push(bindable(part.field, values[part.field]))
      return '?'
    case 'list': {
      const elements = values[part.field] ?? []
      bindings.push(JSON.stringify(elements))
      return listSql(target, part.of)
    }
    case 'each':
      return rowsOf(values, part.field)
        .map((row) => `(${part.columns.map((column) => bindTo(bindings, column, row[column])).join(', ')})`)
        .join(', ')
    case 'when': {
      const chosen = values[part.field] === null || values[part.field] === undefined ? part.absent : part.given
      return chosen.parts.map((one) => renderPart(target, one, binding)).join('')
    }
    case 'rows':
      throw new TypeError(`the parameter ${part.field} is a list of objects. Allowed: each(p.${part.field}, [columns])`)
  }
}

function bindTo(bindings: Bindable[], field: string, value: unknown): string {
  bindings.push(bindable(field, value))
  return '?'
}

/** One parameter, however many elements: a list of parameters ends at 32,766 on SQLite. It may be empty, also after `not in`. */
function listSql({ dialect }: Target, of: 'text' | 'bigint' | null): string {
  if (dialect === 'sqlite3') return 'select value from json_each(?)'
  const elements = 'select json_array_elements_text(?::json)'
  return of === 'bigint' ? `${elements}::bigint` : elements
}

/** The rows of an `each`. */
export function rowsOf(values: Values, field: string): readonly Readonly<Record<string, unknown>>[] {
  const rows = values[field] ?? []
  if (!Array.isArray(rows)) throw new TypeError(`the parameter ${field} is no list of rows`)
  return rows
}

function bindable(field: string, value: unknown): Bindable {
  if (value === undefined || value === null) return null
  if (typeof value === 'string') return value
  if (typeof value === 'number' && Number.isFinite(value)) return value
  if (typeof value === 'boolean') return value ? 1 : 0
  if (value instanceof Date) return value.getTime()
  if (value instanceof Uint8Array) return Buffer.from(value)
  throw new TypeError(
    `the parameter ${field} cannot be bound. Allowed: text, numbers, true and false as 1 and 0, dates as milliseconds, bytes, null`,
  )
}
