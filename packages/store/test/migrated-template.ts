// The schema is made once and copied for each test: migrating takes a tenth of a second of processor time on SQLite, and a whole one on
// PostgreSQL, and hundreds of tests open a database.
import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { collectingLogger } from '@parakh/testkit'
import pg from 'pg'
import { postgresUrl } from '../../../test/postgres-url.ts'
import type { DatabaseOptions } from '../src/connection/database-options.ts'
import { openDatabase } from '../src/connection/open-database.ts'
import { migrate } from '../src/migrations/migrate.ts'

const TABLE_PREFIX = 'parakh_'

/** The bytes of a migrated SQLite file. */
export const sqliteTemplate = once(async (): Promise<Uint8Array> => {
  const folder = await mkdtemp(join(tmpdir(), 'parakh-template-'))
  const filename = join(folder, 'test.db')
  await migrated({ client: 'sqlite3', filename })
  const bytes = await readFile(filename)
  await rm(folder, { recursive: true, force: true })
  return bytes
})

/**
 * The name of a migrated database in the PostgreSQL server of the run. Its name changes with the sources: a server that outlives the run
 * keeps it for the next one.
 */
export const postgresTemplate = once(async (): Promise<string> => {
  const server = postgresUrl()
  const name = `parakh_template_${hashOfSources()}`
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    // One worker makes it, the others wait. It gets its name when it is whole.
    await client.query(`select pg_advisory_lock(hashtext($1))`, [name])
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount) return name
    const making = `parakh_making_${randomBytes(6).toString('hex')}`
    await client.query(`create database ${making}`)
    const url = new URL(server)
    url.pathname = making
    await migrated({ client: 'pg', connection: url.href })
    await client.query(`alter database ${making} rename to ${name}`)
    return name
  } finally {
    await client.end()
  }
})

/** One statement on a connection of its own. */
export async function query(connectionString: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

async function migrated(options: DatabaseOptions): Promise<void> {
  const database = await openDatabase(options, { tablePrefix: TABLE_PREFIX, logger: collectingLogger() })
  try {
    await migrate(database)
  } finally {
    await database.close()
  }
}

function hashOfSources(): string {
  const sources = fileURLToPath(new URL('../src', import.meta.url))
  const hash = createHash('sha256')
  for (const file of readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .sort())
    hash.update(readFileSync(join(sources, file)))
  return hash.digest('hex').slice(0, 16)
}

function once<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | undefined
  return () => {
    made ??= make()
    return made
  }
}
