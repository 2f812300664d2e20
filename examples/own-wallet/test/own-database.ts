import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { postgresUrl } from '../../../test/postgres-url.ts'

/** A database of a test's own in the PostgreSQL server of the run, with the tables of schema.sql. */
export interface OwnDatabase {
  readonly url: string
  query<R extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<readonly R[]>
  drop(): Promise<void>
}

/** Makes one. */
export async function ownDatabase(): Promise<OwnDatabase> {
  const name = `own_wallet_${randomBytes(6).toString('hex')}`
  await onServer(`create database ${name}`)
  const url = new URL(postgresUrl())
  url.pathname = name
  const pool = new pg.Pool({ connectionString: url.href, max: 2 })
  // The drop ends what the pool has not quite ended yet.
  pool.on('connect', (client) => client.on('error', () => undefined))
  await pool.query(await readFile(new URL('../schema.sql', import.meta.url), 'utf8'))
  return {
    url: url.href,
    query: async <R extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) =>
      (await pool.query<R>(text, [...values])).rows,
    async drop() {
      await pool.end()
      await onServer(`drop database ${name} with (force)`)
    },
  }
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: postgresUrl() })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
