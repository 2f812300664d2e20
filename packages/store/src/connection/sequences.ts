import type { Knex } from 'knex'
import * as z from 'zod'
import type { Database } from './database.ts'

type Target = Pick<Database, 'knex' | 'dialect' | 'table'>

/** A column that the database numbers, by the table's name without its prefix. */
export interface NumberedColumn {
  readonly table: string
  readonly column: string
  /** The last number that was given to a row, whether the row is still there or not; null: none. */
  readonly last: number | null
  /** The largest number of a row; null: the table is empty. */
  readonly largest: number | null
}

const Columns = z.array(
  z.object({ name: z.string(), column: z.string(), last: z.coerce.number().nullable(), sequence: z.string() }),
)

/** Each column with a sequence, whether it is `serial`, an identity, or has a sequence of its own as its default. Partitions share that of their table. */
const POSTGRES_COLUMNS = `
  select distinct c.relname as name, a.attname as "column", s.last_value as last,
      format('%I.%I', s.schemaname, s.sequencename) as sequence
    from pg_depend d
    left join pg_attrdef e on d.classid = 'pg_attrdef'::regclass and e.oid = d.objid
    join pg_class q on q.relkind = 'S'
      and q.oid = case when d.classid = 'pg_class'::regclass then d.objid else d.refobjid end
    join pg_class c on c.oid = coalesce(e.adrelid, d.refobjid) and c.relkind in ('r', 'p') and not c.relispartition
    join pg_attribute a on a.attrelid = c.oid and a.attnum = coalesce(e.adnum, d.refobjsubid)
    join pg_namespace n on n.oid = q.relnamespace
    join pg_sequences s on s.schemaname = n.nspname and s.sequencename = q.relname
   where d.refclassid = 'pg_class'::regclass and starts_with(c.relname::text, ?)
     and c.relnamespace = current_schema()::regnamespace
     and ((d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i')) or (e.oid is not null and q.oid = d.refobjid))`

/** SQLite numbers the primary key of a table with AUTOINCREMENT, and keeps the last number by the table's name. */
const SQLITE_COLUMNS = `
  select m.name as name, k.name as "column", s.seq as last, '' as sequence
    from sqlite_master m
    join pragma_table_info(m.name) k on k.pk = 1 and lower(k.type) = 'integer'
    left join sqlite_sequence s on s.name = m.name
   where m.type = 'table' and substr(m.name, 1, length(?)) = ? and m.sql like '%autoincrement%'`

async function columnsOf({ dialect, table }: Target, knex: Knex): Promise<z.output<typeof Columns>> {
  const prefix = table('')
  if (dialect === 'sqlite3') return Columns.parse(await knex.raw(SQLITE_COLUMNS, [prefix, prefix]))
  const { rows }: { rows: unknown } = await knex.raw(POSTGRES_COLUMNS, [prefix])
  return Columns.parse(rows)
}

const Largest = z.object({ largest: z.coerce.number().nullable() })

async function largestOf(knex: Knex, name: string, column: string): Promise<number | null> {
  return Largest.parse(await knex(name).max({ largest: column }).first()).largest
}

/** Reads every column that the database numbers from its catalog, so that no table can be forgotten. */
export async function readNumberedColumns(
  target: Target,
  knex: Knex = target.knex,
): Promise<readonly NumberedColumn[]> {
  const columns = await columnsOf(target, knex)
  const prefix = target.table('')
  return await Promise.all(
    columns.map(async ({ name, column, last }) => ({
      table: name.slice(prefix.length),
      column,
      last,
      largest: await largestOf(knex, name, column),
    })),
  )
}

/**
 * Raises each sequence to the largest number of its column, and to the last number that the copied database gave.
 *
 * @param source The numbered columns of the copied database. Its other engine may number fewer columns.
 */
export async function raiseSequences(target: Target, source: readonly NumberedColumn[] = []): Promise<void> {
  const { knex, dialect, table } = target
  for (const { name, column, last, sequence } of await columnsOf(target, knex)) {
    const copied = source.find((one) => table(one.table) === name && one.column === column)
    const next = Math.max((await largestOf(knex, name, column)) ?? 0, copied?.last ?? 0)
    // A sequence that is far enough may be in use by other processes: it is never set back.
    if (next <= (last ?? 0)) continue
    if (dialect === 'pg') await knex.raw('select setval(?::regclass, ?)', [sequence, next])
    else await writeSqliteSequence(knex, name, next)
  }
}

async function writeSqliteSequence(knex: Knex, name: string, seq: number): Promise<void> {
  const changed = await knex('sqlite_sequence').where({ name }).update({ seq })
  if (changed === 0) await knex('sqlite_sequence').insert({ name, seq })
}
