import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { decide } from '@parakh/kernel'
import { collectingLogger, manualClock, sequentialIds } from '@parakh/testkit'
import knex from 'knex'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { EMPTY_ENGINES, emptyPostgresDatabase, emptySqliteDatabase, type TestDatabase } from '../test/databases.ts'
import { admit, openPayer, openStore, settle } from '../test/store-bench.ts'
import { createStore } from './create-store.ts'
import type { StoreOptions } from './store-options.ts'

const optionsFor = (database: StoreOptions['database']): StoreOptions => ({
  ...{ database, decide, clock: manualClock(), ids: sequentialIds(), logger: collectingLogger() },
  secrets: {
    pepper: [{ id: 'p', value: 'pepper' }],
    masterKey: [{ id: 'm', value: Buffer.alloc(32, 1).toString('base64') }],
  },
})

describe.each(EMPTY_ENGINES)('a store on %s', (client, makeDatabase) => {
  let database: TestDatabase
  beforeEach(async () => {
    database = await makeDatabase()
  })
  afterEach(() => database.drop())

  it('does not migrate by itself', async () => {
    const store = await createStore(optionsFor(database.options))
    expect(await store.migrated()).toBe(false)
    await store.migrate()
    expect(await store.migrated()).toBe(true)
    await store.close()
  })

  it('works on an injected knex under a prefix of its own, and leaves it open', async () => {
    const connection = 'filename' in database.options ? { filename: database.options.filename } : undefined
    const url = 'connection' in database.options ? String(database.options.connection) : ''
    const injected = knex({ client, connection: connection ?? url, useNullAsDefault: true })
    const store = await createStore({ ...optionsFor({ knex: injected }), tablePrefix: 'acme_' })
    await store.migrate()
    const payer = await openPayer(store)
    await admit(store, payer, 'one')
    expect(await settle(store, payer, 'one')).toEqual({ kind: 'done' })
    expect(await store.ledger.verify()).toMatchObject({ ok: true })
    await store.close()
    expect(await injected('acme_call')).toHaveLength(1)
    expect(await injected.schema.hasTable('parakh_call')).toBe(false)
    await injected.destroy()
  })

  it('keeps no response readable in the database', async () => {
    const store = await openStore(database)
    const payer = await openPayer(store)
    await admit(store, payer, 'one')
    await settle(store, payer, 'one')
    const connection = 'filename' in database.options ? { filename: database.options.filename } : undefined
    const url = 'connection' in database.options ? String(database.options.connection) : ''
    const tables = knex({ client, connection: connection ?? url, useNullAsDefault: true })
    const [row]: readonly { body: Buffer }[] = await tables('parakh_response')
    expect(row?.body.toString('latin1')).not.toContain('"of"')
    expect(Buffer.from((await store.billing.findByReference('one'))?.response ?? []).toString()).toBe('{"of":"one"}')
    await tables.destroy()
    await store.close()
  })

  it('purges what is stored of old calls, and keeps their request ids used', async () => {
    const store = await openStore(database)
    const payer = await openPayer(store)
    await admit(store, payer, 'old')
    await settle(store, payer, 'old')
    const at = manualClock().now().getTime()
    expect(await store.billing.purge(at)).toBe(0)
    expect(await store.billing.purge(at + 1)).toBe(1)
    expect(await store.billing.purge(at + 1)).toBe(0)
    expect(await store.billing.findByReference('old')).toMatchObject({ call: { phase: 'purged' }, response: null })
    expect(await store.ledger.verify()).toMatchObject({ ok: true, broken: [] })
    await store.close()
  })
})

describe('a store is refused', () => {
  it('when the file cannot be opened', async () => {
    const { drop, options } = await emptySqliteDatabase()
    if (!('filename' in options)) throw new Error('a file was expected')
    const file = join(dirname(options.filename), 'file')
    await writeFile(file, '')
    const under = optionsFor({ client: 'sqlite3', filename: join(file, 'a.db') })
    await expect(createStore(under)).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' })
    const folder = join(dirname(options.filename), 'folder')
    await mkdir(folder)
    await chmod(folder, 0o700)
    const aFolder = optionsFor({ client: 'sqlite3', filename: folder })
    await expect(createStore(aFolder)).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' })
    await drop()
  })

  it('when the table prefix is none', async () => {
    const { drop, options } = await emptySqliteDatabase()
    const wrong = { ...optionsFor(options), tablePrefix: 'x"; drop table' }
    await expect(createStore(wrong)).rejects.toMatchObject({ code: 'TABLE_PREFIX_INVALID' })
    await drop()
  })

  it('when PostgreSQL may lose commits and durability is required; else that is a warning', async () => {
    const { drop, options } = await emptyPostgresDatabase()
    if (!('connection' in options)) throw new Error('a connection was expected')
    const weak = optionsFor({
      client: 'pg',
      connection: { connectionString: options.connection, options: '-c synchronous_commit=off' },
    })
    await expect(createStore({ ...weak, requireDurable: true })).rejects.toMatchObject({ code: 'DURABILITY_OFF' })
    const logger = collectingLogger()
    const store = await createStore({ ...weak, logger })
    expect(JSON.stringify(logger.lines)).toContain('store.durability-off')
    await store.close()
    await drop()
  })
})
