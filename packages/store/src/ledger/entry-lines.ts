import { ENVIRONMENTS, type Environment } from '@parakh/core'
import type { Knex } from 'knex'
import * as z from 'zod'
import { Counted } from '../columns.ts'
import type { Database, Dialect } from '../connection/database.ts'

/** The columns of an entry, in the order of its canonical form: one JSON array, the same in both databases and in an archive. */
export const ENTRY_COLUMNS: readonly { readonly name: string; readonly type: 'bigint' | 'text' }[] = [
  { name: 'id', type: 'bigint' },
  { name: 'transaction_id', type: 'text' },
  { name: 'kind', type: 'text' },
  { name: 'ledger_account', type: 'text' },
  { name: 'environment', type: 'text' },
  { name: 'amount', type: 'bigint' },
  { name: 'previous', type: 'bigint' },
  { name: 'balance', type: 'bigint' },
  { name: 'version', type: 'bigint' },
  { name: 'actor', type: 'text' },
  { name: 'request_id', type: 'text' },
  { name: 'price_version', type: 'text' },
  { name: 'reason', type: 'text' },
  { name: 'at', type: 'bigint' },
]

/** Some entries, in the order of their ids, as text of one line each. */
export interface LinePage {
  /** By what stands in the column `environment`, which is no more than text. */
  readonly texts: ReadonlyMap<string, string>
  readonly entries: number
  /** Of the last entry; null where there is none. */
  readonly lastId: number | null
}
/** Which entries are read. */
export interface LineRange {
  readonly after: number
  readonly through: number
  readonly limit: number
}

const Group = z.object({ environment: z.string(), lines: z.string(), entries: Counted, last: Counted })

/**
 * Reads entries as lines. The database writes the lines, so that a serving process has little to do with each.
 *
 * @param knex Of the database, or a transaction.
 */
export async function readLines(
  knex: Knex,
  { dialect, table }: Pick<Database, 'dialect' | 'table'>,
  range: LineRange,
): Promise<LinePage> {
  const { after, through, limit } = range
  const page = knex(table('ledger_entry')).where('id', '>', after).where('id', '<=', through).orderBy('id').limit(limit)
  const rows: unknown = await knex
    .from(page.as('page'))
    .select(knex.raw(`${dialect === 'pg' ? 'environment' : 'cast(environment as text)'} as environment`))
    .select(knex.raw(`${linesSql(dialect)} as lines, count(*) as entries, max(id) as last`))
    .groupByRaw('1')
  const groups = z.array(Group).parse(rows)
  return {
    texts: new Map(groups.map(({ environment, lines }) => [environment, lines])),
    entries: groups.reduce((total, { entries }) => total + entries, 0),
    lastId: groups.length === 0 ? null : Math.max(...groups.map(({ last }) => last)),
  }
}

export const isEnvironment = (text: string): text is Environment => ENVIRONMENTS.some((known) => known === text)

/** Both give the bytes of `JSON.stringify`. A BLOB in the place of a number, which SQLite lets in, becomes a text that is none. */
function linesSql(dialect: Dialect): string {
  const fields = ENTRY_COLUMNS.map(({ name, type }) => FIELDS[dialect][type](name))
  return dialect === 'pg'
    ? `string_agg('[' || ${fields.join(` || ',' || `)} || ']', E'\\n' order by id)`
    : `group_concat(json_array(${fields.join(', ')}), char(10) order by id)`
}

const FIELDS: Readonly<Record<Dialect, Readonly<Record<'bigint' | 'text', (name: string) => string>>>> = {
  sqlite3: {
    text: (name) => `cast(${name} as text)`,
    bigint: (name) => `iif(typeof(${name}) = 'blob', quote(${name}), ${name})`,
  },
  pg: {
    text: (name) => `coalesce(to_json(${name})::text, 'null')`,
    bigint: (name) => `coalesce(${name}::text, 'null')`,
  },
}
