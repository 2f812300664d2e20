/** The two databases. */
export type SqlDialect = 'sqlite3' | 'pg'

/** A table by name, for `sql`: the store writes its physical name. */
export interface TableHandle {
  readonly kind: 'table'
  /** The plugin's; null: a table of the platform. */
  readonly namespace: string | null
  readonly name: string
}
/** The name of an index, unique in the database. Of migrations alone. */
export interface IndexName {
  readonly kind: 'index'
  readonly namespace: string
  readonly name: string
}
/** Where a parameter is bound. A `list` stands within `in (…)`; `rows` are written by `each`. */
export interface Placeholder {
  readonly kind: 'value' | 'list' | 'rows'
  /** The parameter. */
  readonly field: string
  /** The type of a list's elements. */
  readonly of: 'text' | 'bigint' | null
}
/** Rows of values: `(?, ?), (?, ?)`. Without rows the statement is not run. */
export interface EachRow {
  readonly kind: 'each'
  readonly field: string
  readonly columns: readonly string[]
}
/** Text that depends on whether a parameter is given. */
export interface WhenGiven {
  readonly kind: 'when'
  readonly field: string
  readonly given: Sql
  readonly absent: Sql
}
/** A part of SQL: text as written, or what the store fills in. */
export type SqlPart = string | TableHandle | IndexName | Placeholder | EachRow | WhenGiven
/** SQL as data: text with tables and parameters. Made by `sql` alone. */
export interface Sql {
  readonly kind: 'sql'
  readonly parts: readonly SqlPart[]
}

/**
 * SQL for both databases. Values are never part of its text: what stands in `${…}` is a table, a parameter, or other SQL.
 *
 * @throws TypeError for anything else, such as a parameter that the statement does not have.
 * @example
 * sql`select id from ${t.referral} where account_id = ${p.account_id}`
 */
export function sql(texts: TemplateStringsArray, ...inserted: readonly (Sql | Exclude<SqlPart, string>)[]): Sql {
  const parts = texts.flatMap((text, place): readonly SqlPart[] => {
    if (place >= inserted.length) return [text]
    const value: unknown = inserted[place]
    if (!isPart(value))
      throw new TypeError(
        `\${…} number ${place + 1} of an sql text is ${describe(value)}. Allowed: a table, a parameter, when(…), each(…), other sql`,
      )
    return value.kind === 'sql' ? [text, ...value.parts] : [text, value]
  })
  return { kind: 'sql', parts: parts.filter((part) => part !== '') }
}

/** No text. */
export const noSql: Sql = { kind: 'sql', parts: [] }

const KINDS = ['sql', 'table', 'index', 'value', 'list', 'rows', 'each', 'when']
const isPart = (value: unknown): value is Sql | Exclude<SqlPart, string> =>
  typeof value === 'object' && value !== null && 'kind' in value && KINDS.includes(String(value.kind))
const describe = (value: unknown): string => (value === undefined ? 'not a parameter of the statement' : typeof value)
