import { definePlugin, defineStatements, defineTables, service, sql, token } from '@parakh/core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod'
import { type OwnDatabase, sqliteDatabase } from '../../../../test/databases.ts'
import { secretsForTest } from '../../test/server-for-test.ts'
import { openHost } from '../index.ts'

const shelfTables = defineTables('library', {
  tables: ['shelf'],
  migrations: [{ id: '0001-baseline', up: ({ t }) => [sql`create table ${t.shelf} (id text primary key)`] }],
})
const statements = defineStatements(shelfTables, ({ t, read }) => ({
  all: read({ row: z.object({ id: z.string() }), sql: () => sql`select id from ${t.shelf}` }),
}))
const Shelves = token<{ count(): Promise<number> }>('library.shelves')
const library = definePlugin({
  ...{ id: 'library', contract: 1, tables: shelfTables, statements: [statements] },
  services: [
    service(Shelves, { tables: shelfTables }, ({ tables }) => ({
      count: async () => (await tables.rows(statements.all())).length,
    })),
  ],
})

let place: OwnDatabase
beforeAll(async () => {
  place = await sqliteDatabase()
})
afterAll(() => place.drop())

it('migrates the tables of the configured plugins, and refuses a database that lacks them where it may not', async () => {
  const config = { plugins: [library()], database: place.options, secrets: secretsForTest() }
  const refused = openHost(config, { migrate: false, logger: false })
  await expect(refused).rejects.toMatchObject({ code: 'DATABASE_NOT_MIGRATED' })
  for (const migrate of [true, false]) {
    const host = await openHost(config, { migrate, logger: false })
    expect(await host.get(Shelves).count()).toBe(0)
    await host.stop()
  }
})
