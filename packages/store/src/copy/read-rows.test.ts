import { collectingLogger } from '@parakh/testkit'
import { expect, it } from 'vitest'
import { sqliteDatabase } from '../../test/databases.ts'
import { openDatabase } from '../connection/open-database.ts'
import { readRows } from './read-rows.ts'

it('all rows are read once, also of a SQLite table that has no row numbers', async () => {
  const own = await sqliteDatabase()
  const database = await openDatabase(own.options, { tablePrefix: 'parakh_', logger: collectingLogger() })
  const { knex } = database
  const columns = 'a text not null, b integer not null, c text, primary key (a, b)'
  await knex.raw(`create table parakh_clustered (${columns}) without rowid`)
  await knex.raw(`create table parakh_numbered (${columns})`)
  for (const table of ['clustered', 'numbered']) {
    await knex.raw(
      `with recursive n(i) as (select 1 union all select i + 1 from n where i < 1600)
        insert into parakh_${table} select 'k' || (i % 7), i, null from n`,
    )
    const read: string[] = []
    for await (const rows of readRows(database, knex, table))
      for (const row of rows) read.push(`${String(row['a'])}/${String(row['b'])}/${Object.keys(row).join()}`)
    expect([table, new Set(read).size, read.length]).toEqual([table, 1600, 1600])
    expect(read[0]).toMatch(/^k\d\/\d+\/a,b,c$/)
  }
  await database.close()
  await own.drop()
})
