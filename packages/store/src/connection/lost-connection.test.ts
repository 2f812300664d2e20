import { collectingLogger } from '@parakh/testkit'
import pg from 'pg'
import { expect, it, vi } from 'vitest'
import { postgresDatabase } from '../../test/databases.ts'
import { openDatabase } from './open-database.ts'

const PATIENCE_MS = 60_000

it('tells an idle connection that PostgreSQL ended by its SQLSTATE', { timeout: PATIENCE_MS }, async () => {
  const database = await postgresDatabase()
  const logger = collectingLogger()
  const { knex, close } = await openDatabase(database.options, { tablePrefix: 'parakh_', logger })
  const backend = await knex.raw<{ rows: { pid: number }[] }>('select pg_backend_pid() as pid')
  const admin = new pg.Client('connection' in database.options ? String(database.options.connection) : '')
  await admin.connect()
  await admin.query('select pg_terminate_backend($1)', [backend.rows[0]?.pid])
  await vi.waitFor(
    () =>
      expect(logger.lines).toContainEqual({
        level: 'warn',
        event: 'store.connection-lost',
        facts: { sqlstate: '57P01', statement: 'idle connection' },
      }),
    { timeout: PATIENCE_MS },
  )
  expect(await knex.raw('select 1')).toMatchObject({ rowCount: 1 })
  expect(logger.lines).toHaveLength(1)
  await admin.end()
  await close()
  await database.drop()
})
