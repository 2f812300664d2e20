import type { Database, Dialect } from '../connection/database.ts'
import { ENTRY_COLUMNS } from './entry-lines.ts'

/** Entries that are looked at together, whole postings: a query, and the values of its names. */
export interface EntryScope {
  readonly sql: string
  readonly bindings: Readonly<Record<string, string | number>>
}
/** Entries with an id above `after`, up to `through`. */
export interface IdRange {
  readonly after: number
  readonly through: number
}

/**
 * Entries of the database.
 *
 * @param range Divides no posting (`nextCut`).
 */
export const storedEntries = ({ table }: Pick<Database, 'table'>, { after, through }: IdRange): EntryScope => ({
  sql: `select ${ENTRY_COLUMNS.map(({ name }) => name).join(', ')} from ${table('ledger_entry')}
    where id > :after and id <= :through`,
  bindings: { after, through },
})

const SOURCES: Readonly<Record<Dialect, string>> = {
  sqlite3: 'json_each(:lines) line',
  pg: 'jsonb_array_elements(cast(:lines as jsonb)) line(value)',
}

/**
 * Entries of an archive.
 *
 * @param lines As `readLines` gives them: none holds a line break of its own, as JSON escapes it.
 */
export function archivedEntries({ dialect }: Pick<Database, 'dialect'>, lines: string): EntryScope {
  const columns = ENTRY_COLUMNS.map(({ name, type }, nth) => `cast(line.value ->> ${nth} as ${type}) as ${name}`)
  return {
    sql: `select ${columns.join(', ')} from ${SOURCES[dialect]}`,
    bindings: { lines: `[${lines.replaceAll('\n', ',')}]` },
  }
}
