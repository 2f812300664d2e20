import { ENVIRONMENTS, type Environment } from '@parakh/core'
import type { Knex } from 'knex'
import * as z from 'zod'
import { Counted } from '../columns.ts'
import type { Database, Dialect } from '../connection/database.ts'

/** An entry in its canonical form, the same in both databases and in an archive: one JSON array, in this order. */
export const EntryLine = z.tuple([
  z.number(), // id
  z.string(), // transaction
  z.string(), // kind
  z.string(), // ledger account
  z.string(), // environment
  z.number(), // amount
  z.union([z.number(), z.null()]), // previous
  z.union([z.number(), z.null()]), // balance
  z.union([z.number(), z.null()]), // version
  z.string(), // actor
  z.string(), // request id
  z.string(), // price version
  z.union([z.string(), z.null()]), // reason
  z.number(), // at
])
export type EntryLine = z.output<typeof EntryLine>

const TEXTS = ['transaction_id', 'kind', 'ledger_account', 'environment']
const NUMBERS = ['amount', 'previous', 'balance', 'version']
const MORE_TEXTS = ['actor', 'request_id', 'price_version', 'reason']

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
  /** Null: to the end. */
  readonly through: number | null
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
  const page = knex(table('ledger_entry')).where('id', '>', after).orderBy('id').limit(limit)
  if (through !== null) page.where('id', '<=', through)
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

/** A line as it was read: an entry, or why it is none. */
export interface ReadLine {
  readonly entry: EntryLine | null
  readonly misfit: string | null
}

/** The entries of a text of lines. A line that is none, since somebody has written what Parakh never writes, is told apart. */
export function parseLines(text: string): readonly ReadLine[] {
  // No value holds a line break of its own: JSON escapes it.
  const lines: unknown = JSON.parse(`[${text.replaceAll('\n', ',')}]`)
  return z
    .array(z.unknown())
    .parse(lines)
    .map((line) => {
      const read = EntryLine.safeParse(line)
      return read.success ? { entry: read.data, misfit: null } : { entry: null, misfit: idOf(line) }
    })
}

const idOf = (line: unknown): string => (Array.isArray(line) ? `id ${String(line[0])}` : 'no list')

export const isEnvironment = (text: string): text is Environment => ENVIRONMENTS.some((known) => known === text)

/** Both give the bytes of `JSON.stringify`. A BLOB in the place of a number, which SQLite lets in, becomes a text that is none. */
function linesSql(dialect: Dialect): string {
  if (dialect === 'pg') {
    const text = (name: string): string => `coalesce(to_json(${name})::text, 'null')`
    const number = (name: string): string => `coalesce(${name}::text, 'null')`
    const fields = ['id::text', ...TEXTS.map(text), ...NUMBERS.map(number), ...MORE_TEXTS.map(text), number('at')]
    return `string_agg('[' || ${fields.join(` || ',' || `)} || ']', E'\\n' order by id)`
  }
  const text = (name: string): string => `cast(${name} as text)`
  const number = (name: string): string => `iif(typeof(${name}) = 'blob', quote(${name}), ${name})`
  const fields = ['id', ...TEXTS.map(text), ...NUMBERS.map(number), ...MORE_TEXTS.map(text), number('at')]
  return `group_concat(json_array(${fields.join(', ')}), char(10) order by id)`
}
