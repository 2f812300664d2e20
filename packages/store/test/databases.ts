import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { collectingLogger } from '@parakh/testkit'
import { postgresUrl } from '../../../test/postgres-url.ts'
import type { DatabaseOptions } from '../src/connection/database-options.ts'
import { openDatabase } from '../src/connection/open-database.ts'
import { postgresTemplate, query, sqliteTemplate } from './migrated-template.ts'

/** A database of a test's own. */
export interface TestDatabase {
  readonly options: DatabaseOptions
  drop(): Promise<void>
}
/** One that was made here: a file, or an address in the server of the run. */
export interface OwnDatabase extends TestDatabase {
  readonly options:
    | { readonly client: 'sqlite3'; readonly filename: string }
    | { readonly client: 'pg'; readonly connection: string }
}

/** A path for a SQLite file, in a folder of its own. There is no file yet. */
export async function emptySqliteDatabase(): Promise<OwnDatabase & { readonly filename: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'parakh-store-'))
  const filename = join(folder, 'test.db')
  return {
    filename,
    options: { client: 'sqlite3', filename },
    drop: () => rm(folder, { recursive: true, force: true }),
  }
}

/** A SQLite file with the schema, under the default prefix, in a folder of its own. */
export async function sqliteDatabase(): Promise<OwnDatabase> {
  const { filename, ...database } = await emptySqliteDatabase()
  await writeMigratedFile(filename)
  return database
}

/** Makes a SQLite file with the schema, under the default prefix. Its folder is there. */
export async function writeMigratedFile(filename: string): Promise<void> {
  await writeFile(filename, await sqliteTemplate(), { mode: 0o600 })
}

/** An empty database in the PostgreSQL server that vitest's global set-up started. */
export const emptyPostgresDatabase = (): Promise<OwnDatabase> => createPostgresDatabase('template1')

/** A database with the schema, under the default prefix, in the PostgreSQL server that vitest's global set-up started. */
export const postgresDatabase = async (): Promise<OwnDatabase> => createPostgresDatabase(await postgresTemplate())

async function createPostgresDatabase(template: string): Promise<OwnDatabase> {
  const server = postgresUrl()
  const name = `parakh_${randomBytes(6).toString('hex')}`
  await query(server, `create database ${name} template ${template}`)
  const url = new URL(server)
  url.pathname = name
  return {
    options: { client: 'pg', connection: url.href },
    drop: () => query(server, `drop database ${name} with (force)`),
  }
}

/** The names of the tables in a SQLite file, without those of SQLite itself. */
export async function tablesIn(filename: string): Promise<readonly string[]> {
  const { knex } = await openDatabase(
    { client: 'sqlite3', filename },
    { tablePrefix: 'any_', logger: collectingLogger() },
  )
  try {
    const rows: readonly { readonly name: string }[] = await knex('sqlite_master')
      .where({ type: 'table' })
      .select('name')
    return rows.map(({ name }) => name).filter((name) => !name.startsWith('sqlite_'))
  } finally {
    await knex.destroy()
  }
}

/** Both engines with the schema, for `describe.each`. */
export const ENGINES = [
  ['sqlite3', sqliteDatabase],
  ['pg', postgresDatabase],
] as const

/** A database with the schema, by the name of its engine. */
export const databaseOn = (engine: 'sqlite3' | 'pg'): Promise<OwnDatabase> =>
  engine === 'pg' ? postgresDatabase() : sqliteDatabase()

/** Both engines without tables, for tests of migrating. */
export const EMPTY_ENGINES = [
  ['sqlite3', emptySqliteDatabase],
  ['pg', emptyPostgresDatabase],
] as const
