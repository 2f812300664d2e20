import type { TableSet } from '@parakh/core'
import { collectingLogger } from '@parakh/testkit'
import type { Knex } from 'knex'
import { openDatabase } from '../src/connection/open-database.ts'
import { MIGRATIONS, migrate } from '../src/migrations/migrate.ts'
import { tableMigrations } from '../src/tables/table-migrations.ts'
import type { TestDatabase } from './databases.ts'

/**
 * The schema that the first migrations make, as text in a fixed order: of the platform, then of plugins.
 *
 * @param place An empty database.
 */
export async function baselineSchema(place: TestDatabase, plugins: readonly TableSet[]): Promise<string> {
  const database = await openDatabase(place.options, { tablePrefix: 'parakh_', logger: collectingLogger() })
  try {
    const first = plugins.map((tables) => ({
      tables: { ...tables, migrations: tables.migrations.slice(0, 1) },
      statements: [],
    }))
    await migrate(database, [...MIGRATIONS.slice(0, 1), ...tableMigrations(first)])
    const { knex, dialect } = database
    const objects = dialect === 'pg' ? await postgresObjects(knex) : await sqliteObjects(knex)
    return [...objects, ...(await firstRows(knex, objects))]
      .map((text) => `${text.replaceAll(/\s*\n\s*/g, '\n  ').trim()};\n`)
      .join('')
  } finally {
    await database.close()
  }
}

async function sqliteObjects(knex: Knex): Promise<readonly string[]> {
  const rows: readonly { sql: string }[] = await knex('sqlite_master')
    .whereNotNull('sql')
    .orderBy(['tbl_name', 'type', 'name'])
  return rows.map(({ sql }) => sql)
}

/** Tables with their columns, then constraints, indexes, triggers and functions. Partitions, which are made as time goes by, are left out. */
const POSTGRES_OBJECTS = `
  with relation as (
    select oid, relname, relkind, reloptions from pg_class
    where relnamespace = current_schema()::regnamespace and not relispartition and relkind in ('r', 'p', 'v')
  ), object (place, relname, name, text) as (
    select 1, relname, '', relname || coalesce(' with ' || reloptions::text, '')
      || coalesce(' partition by ' || pg_get_partkeydef(case when relkind = 'p' then oid end), '') || ' ('
      || (select string_agg(attname || ' ' || format_type(atttypid, atttypmod) || case when attnotnull then ' not null' else '' end
            || coalesce(' default ' || pg_get_expr(adbin, adrelid), ''), ', ' order by attnum)
          from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
          where attrelid = relation.oid and attnum > 0 and not attisdropped) || ')'
    from relation
    union all
    select 2, relname, conname, relname || ': ' || conname || ' ' || pg_get_constraintdef(pg_constraint.oid)
    from pg_constraint join relation on conrelid = relation.oid where contype <> 'n'
    union all
    select 3, relname, indexrelid::regclass::text, pg_get_indexdef(indexrelid) from pg_index join relation on indrelid = relation.oid
    where not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))
    union all
    select 4, relname, tgname, pg_get_triggerdef(pg_trigger.oid) from pg_trigger join relation on tgrelid = relation.oid where not tgisinternal
    union all
    select 5, '', proname, pg_get_functiondef(pg_proc.oid) from pg_proc where pronamespace = current_schema()::regnamespace
  )
  select text from object order by relname collate "C", place, name collate "C"`

async function postgresObjects(knex: Knex): Promise<readonly string[]> {
  const { rows }: { rows: readonly { text: string }[] } = await knex.raw(POSTGRES_OBJECTS)
  return rows.map(({ text }) => text)
}

/** Rows that are there from the first. The history of migrations tells the time, so it is left out. */
async function firstRows(knex: Knex, objects: readonly string[]): Promise<readonly string[]> {
  const tables = objects.flatMap(
    (text) => /^(?:CREATE TABLE )?`?(\w+)`?(?: partition by .*?| with .*?)? \(/i.exec(text)?.[1] ?? [],
  )
  const found: string[] = []
  for (const table of tables.filter((name) => !name.startsWith('parakh_migration') && !name.startsWith('sqlite_')))
    for (const row of await knex(table)) found.push(`insert into ${table}: ${JSON.stringify(row)}`)
  return found.toSorted()
}
