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

async function ofSqlite(knex: Knex, prefix: string): Promise<readonly CopiedTable[]> {
  const rows = Names.parse(await knex('sqlite_master').where({ type: 'table' }).select('name'))
  const own = rows.filter(({ name }) => name.startsWith(prefix))
  return own.map(({ name }) => ({ name: name.slice(prefix.length), unique: true }))
}

async function ofPostgres(knex: Knex, prefix: string): Promise<readonly CopiedTable[]> {
  const result: { rows: unknown } = await knex.raw(
    `select c.relname as name, exists (select 1 from pg_index i where i.indrelid = c.oid and i.indisunique) as "unique"
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = current_schema() and c.relkind in ('r', 'p') and not c.relispartition and starts_with(c.relname::text, ?)`,
    [prefix],
  )
  const rows = z.array(z.object({ name: z.string(), unique: z.boolean() })).parse(result.rows)
  return rows.map(({ name, unique }) => ({ name: name.slice(prefix.length), unique }))
}

const Sequences = z.array(z.object({ name: z.string(), last: z.coerce.number() }))

/** The last number that each table has given to a row, by the table's name without its prefix. */
export async function readSequences(database: Database, knex: Knex): Promise<ReadonlyMap<string, number>> {
  const prefix = database.table('')
  const rows: unknown =
    database.dialect === 'sqlite3'
      ? await knex('sqlite_sequence').select('name', 'seq as last')
      : (await knex.raw(`${POSTGRES_SEQUENCES} and last_value is not null`)).rows
  const own = Sequences.parse(rows).filter(({ name }) => name.startsWith(prefix))
  return new Map(own.map(({ name, last }) => [name.slice(prefix.length), last]))
}

/** Each sequence that a column of a table owns, with the table's name. */
const POSTGRES_SEQUENCES = `select c.relname as name, s.last_value as last, format('%I.%I', s.schemaname, s.sequencename) as sequence
    from pg_sequences s
    join pg_class q on q.relname = s.sequencename and q.relkind = 'S' and q.relnamespace = s.schemaname::regnamespace
    join pg_depend d on d.objid = q.oid and d.deptype in ('a', 'i') and d.refclassid = 'pg_class'::regclass
    join pg_class c on c.oid = d.refobjid
   where s.schemaname = current_schema()`

/** Goes on with the numbers of another database: one that was given there is not given again. */
export async function writeSequences(database: Database, last: ReadonlyMap<string, number>): Promise<void> {
  const { knex, dialect, table } = database
  if (dialect === 'sqlite3') {
    for (const [name, seq] of last) {
      const changed = await knex('sqlite_sequence')
        .where({ name: table(name) })
        .update({ seq })
      if (changed === 0) await knex('sqlite_sequence').insert({ name: table(name), seq })
    }
    return
  }
  const { rows }: { rows: unknown } = await knex.raw(POSTGRES_SEQUENCES)
  for (const { name, sequence } of z.array(z.object({ name: z.string(), sequence: z.string() })).parse(rows)) {
    const value = last.get(name.slice(table('').length))
    if (value !== undefined && value > 0) await knex.raw('select setval(?::regclass, ?)', [sequence, value])
  }
}
