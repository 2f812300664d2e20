import { collectingLogger } from '@parakh/testkit'
import { expect, it } from 'vitest'
import { ENGINES } from '../../test/databases.ts'
import { openDatabase } from '../connection/open-database.ts'
import { tablesOf } from './tables.ts'

it.each(ENGINES)('on %s a table is copied behind those that its rows refer to', async (_, make) => {
  const own = await make()
  const database = await openDatabase(own.options, { tablePrefix: 'parakh_', logger: collectingLogger() })
  await database.knex.raw('create table parakh_z_first (id integer not null primary key)')
  await database.knex.raw(
    'create table parakh_a_last (id integer not null primary key, first integer references parakh_z_first (id), own integer references parakh_a_last (id))',
  )
  const names = (await tablesOf(database)).map(({ name }) => name)
  expect(names.indexOf('z_first')).toBeGreaterThanOrEqual(0)
  expect(names.indexOf('a_last')).toBeGreaterThan(names.indexOf('z_first'))
  expect(names).not.toContain('serve_lock')
  await database.close()
  await own.drop()
})
