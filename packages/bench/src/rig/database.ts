import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import knexFactory, { type Knex } from 'knex'
import type { RigDatabase } from './server-settings.ts'

/** A database of one test, or of one run. */
export interface OwnDatabase {
  readonly database: RigDatabase
  /** A connection beside the servers, to look and to disturb: tables are `parakh_…`. On SQLite it is read-only in spirit. */
  readonly knex: Knex
  drop(): Promise<void>
}

/** One in PostgreSQL. */
export interface OwnPostgresDatabase extends OwnDatabase {
  readonly url: string
}

/** A PostgreSQL server to make databases in. */
export interface PostgresServer {
  readonly url: string
  stop(): Promise<void>
}

/** The server of vitest's global set-up, or one that is started for this process: test/postgres-server.mjs. */
export async function postgresServer(): Promise<PostgresServer> {
  const given = process.env['PARAKH_TEST_POSTGRES']
  if (given !== undefined) return { url: given, stop: async () => undefined }
  const script = new URL('../../../../test/postgres-server.mjs', import.meta.url)
  const child = fork(script, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const ended = once(child, 'exit')
  const failed = ended.then(([code]) => Promise.reject(new Error(`PostgreSQL did not start: exit code ${code}`)))
  const [url] = await Promise.race([once(child, 'message'), failed])
  failed.catch(() => undefined)
  return {
    url: String(url),
    async stop() {
      child.disconnect()
      await ended
    },
  }
}

/**
 * A PostgreSQL database of one's own.
 *
 * @param server Where. @param poolMax Connections of each server process, at most.
 */
export async function postgresDatabase(
  { url }: Pick<PostgresServer, 'url'>,
  poolMax = 10,
): Promise<OwnPostgresDatabase> {
  const name = `parakh_${randomBytes(6).toString('hex')}`
  await onServer(url, `create database ${name}`)
  const own = new URL(url)
  own.pathname = name
  const knex = knexFactory({ client: 'pg', connection: own.href, pool: { min: 0, max: 2 } })
  return {
    url: own.href,
    database: { client: 'pg', connection: own.href, pool: { max: poolMax } },
    knex,
    async drop() {
      await knex.destroy()
      await onServer(url, `drop database ${name} with (force)`)
    },
  }
}

/** A SQLite file in a folder of its own. */
export async function sqliteDatabase(): Promise<OwnDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'parakh-rig-'))
  const filename = join(folder, 'parakh.db')
  const knex = knexFactory({ client: 'sqlite3', connection: { filename }, useNullAsDefault: true, pool: { max: 1 } })
  return {
    database: { client: 'sqlite3', filename },
    knex,
    async drop() {
      await knex.destroy()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function onServer(url: string, sql: string): Promise<void> {
  const knex = knexFactory({ client: 'pg', connection: url, pool: { min: 0, max: 1 } })
  try {
    await knex.raw(sql)
  } finally {
    await knex.destroy()
  }
}
