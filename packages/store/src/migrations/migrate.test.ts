import { collectingLogger } from '@parakh/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES } from '../../test/databases.ts'
import type { OpenedDatabase } from '../connection/database.ts'
import type { DatabaseOptions } from '../connection/database-options.ts'
import { openDatabase } from '../connection/open-database.ts'
import { isMigrated, migrate } from './migrate.ts'

describe.each(ENGINES)('migrations on %s', (_, make) => {
  let options: DatabaseOptions
  let drop: () => Promise<void>
  const opened: OpenedDatabase[] = []
  const open = async (prefix = 'parakh_'): Promise<OpenedDatabase> => {
    const database = await openDatabase(options, { tablePrefix: prefix, logger: collectingLogger() })
    opened.push(database)
    return database
  }
  beforeAll(async () => {
    ;({ options, drop } = await make())
  })
  afterAll(async () => {
    for (const database of opened) await database.close()
    await drop()
  })

  it('makes the schema once when two processes race', async () => {
    const [one, two] = [await open(), await open()]
    expect(await isMigrated(one)).toBe(false)
    await Promise.all([migrate(one), migrate(two)])
    expect(await isMigrated(one)).toBe(true)
    expect(await one.knex(one.table('migration'))).toHaveLength(1)
  })

  it('keeps two prefixes apart in one database', async () => {
    const other = await open('other_')
    expect(await isMigrated(other)).toBe(false)
    await migrate(other)
    expect(await isMigrated(other)).toBe(true)
  })

  it('refuses a wallet that would fall below zero, in the database itself', async () => {
    const database = await open()
    const row = { account_id: 'a', environment: 'sandbox', posted: 5, held: 6 }
    await expect(database.knex(database.table('wallet')).insert(row)).rejects.toThrow(/wallet_available/)
  })

  it('refuses a schema newer than this release', async () => {
    const database = await open()
    const history = database.knex(database.table('migration'))
    await history.insert({ name: '9999-later', batch: 9, migration_time: new Date().toISOString() })
    await expect(migrate(database)).rejects.toMatchObject({ code: 'SCHEMA_TOO_NEW' })
    await expect(isMigrated(database)).rejects.toMatchObject({ code: 'SCHEMA_TOO_NEW' })
  })
})
