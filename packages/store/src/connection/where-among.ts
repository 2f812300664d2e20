import type { Knex } from 'knex'
import type { Database } from './database.ts'

/**
 * Narrows a query to rows in which a column has one of these values. They are one parameter, however many they are: a list of
 * parameters ends at 32,766 on SQLite and at 65,535 on PostgreSQL.
 */
export function whereAmong(
  query: Knex.QueryBuilder,
  { dialect }: Pick<Database, 'dialect'>,
  { column, values }: { readonly column: string; readonly values: readonly string[] },
): void {
  const among = dialect === 'pg' ? 'select json_array_elements_text(?::json)' : 'select value from json_each(?)'
  query.whereRaw(`?? in (${among})`, [column, JSON.stringify(values)])
}
