import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { postgresUrl } from '../../../test/postgres-url.ts'
import type { DatabaseOptions } from '../src/connection/database-options.ts'

/** A database of a test's own. */
export interface TestDatabase {
  readonly options: DatabaseOptions
  drop(): Promise<void>
}

/** A SQLite file in a folder of its own. */
export async function sqliteDatabase(): Promise<TestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'parakh-store-'))
  return {
    options: { client: 'sqlite3', filename: join(folder, 'test.db') },
    drop: () => rm(folder, { recursive: true, force: true }),
  }
}

/** A database in the PostgreSQL server that vitest's global set-up started. */
export async function postgresDatabase(): Promise<TestDatabase> {
  const server = postgresUrl()
  const name = `parakh_${randomBytes(6).toString('hex')}`
  await query(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = name
  return {
    options: { client: 'pg', connection: url.href },
    drop: () => query(server, `drop database ${name} with (force)`),
  }
}

async function query(connectionString: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

/** Both engines, for `describe.each`. */
export const ENGINES = [
  ['sqlite3', sqliteDatabase],
  ['pg', postgresDatabase],
] as const
