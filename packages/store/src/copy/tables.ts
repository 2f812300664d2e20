import type { Knex } from 'knex'
import * as z from 'zod'
import type { Database } from '../connection/database.ts'

/** Of a process, or of who serves: nothing of them is copied. */
const NOT_COPIED = ['migration', 'migration_lock', 'migration_gate', 'serve_lock', 'batch_mark']

/** A table that is copied. */
export interface CopiedTable {
  /** Without the prefix. */
  readonly name: string
  /** Whether a row can be told from others by the database: what has none is written once, whole. */
  readonly unique: boolean
  /** Columns that the database computes from others, and refuses to be given. */
  readonly computed: readonly string[]
  /** Whether a column is `generated always as identity`, which takes a number only if the statement overrides it. */
  readonly alwaysNumbered: boolean
}

const References = z.array(z.object({ from: z.string(), to: z.string() }))
const Names = z.array(z.object({ name: z.string() }))

/** The tables of a database that begin with its prefix: each one behind those that its rows refer to, else by name. */
export async function tablesOf(database: Database, knex: Knex = database.knex): Promise<readonly CopiedTable[]> {
  const prefix = database.table('')
  const found = database.dialect === 'pg' ? await ofPostgres(knex, prefix) : await ofSqlite(knex, prefix)
  const left = found.filter(({ name }) => !NOT_COPIED.includes(name)).sort((a, b) => (a.name < b.name ? -1 : 1))
  const references = await referencesOf(database, knex)
  const ordered: CopiedTable[] = []
  while (left.length > 0) {
    const waits = ({ name }: CopiedTable): boolean =>
      references.some(([from, to]) => from === name && to !== name && left.some((other) => other.name === to))
    const next = left.findIndex((table) => !waits(table))
    ordered.push(...left.splice(Math.max(0, next), 1))
  }
  return ordered
}

/** Which table's rows refer to which table's by a foreign key. */
async function referencesOf(database: Database, knex: Knex): Promise<readonly (readonly [from: string, to: string])[]> {
  const rows: unknown =
    database.dialect === 'sqlite3'
      ? await knex.raw(
          `select m.name as "from", f."table" as "to" from sqlite_master m join pragma_foreign_key_list(m.name) f where m.type = 'table'`,
        )
      : (
          await knex.raw(
            `select a.relname as "from", b.relname as "to" from pg_constraint c
               join pg_class a on a.oid = c.conrelid join pg_class b on b.oid = c.confrelid
              where c.contype = 'f' and c.connamespace = current_schema()::regnamespace`,
          )
        ).rows
  const prefix = database.table('')
  return References.parse(rows).map(({ from, to }) => [from.slice(prefix.length), to.slice(prefix.length)])
}

const ComputedColumns = z.array(z.object({ name: z.string(), computed: z.string() }))

async function ofSqlite(knex: Knex, prefix: string): Promise<readonly CopiedTable[]> {
  const rows = Names.parse(await knex('sqlite_master').where({ type: 'table' }).select('name'))
  const columns = ComputedColumns.parse(
    await knex.raw(
      `select m.name as name, x.name as computed from sqlite_master m join pragma_table_xinfo(m.name) x
        where m.type = 'table' and x.hidden in (2, 3)`,
    ),
  )
  const own = rows.filter(({ name }) => name.startsWith(prefix))
  return own.map((table) => ({
    name: table.name.slice(prefix.length),
    unique: true,
    computed: columns.filter(({ name }) => name === table.name).map(({ computed }) => computed),
    alwaysNumbered: false,
  }))
}

const PostgresTables = z.array(
  z.object({
    name: z.string(),
    unique: z.boolean(),
    computed: z.array(z.string()),
    alwaysNumbered: z.boolean(),
  }),
)

async function ofPostgres(knex: Knex, prefix: string): Promise<readonly CopiedTable[]> {
  const result: { rows: unknown } = await knex.raw(
    `select c.relname as name, exists (select 1 from pg_index i where i.indrelid = c.oid and i.indisunique) as "unique",
        array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attgenerated <> '') as computed,
        exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attidentity = 'a') as "alwaysNumbered"
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = current_schema() and c.relkind in ('r', 'p') and not c.relispartition and starts_with(c.relname::text, ?)`,
    [prefix],
  )
  return PostgresTables.parse(result.rows).map((table) => ({ ...table, name: table.name.slice(prefix.length) }))
}
