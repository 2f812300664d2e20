import { inr } from '@parakh/core'
import { collectingLogger } from '@parakh/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EMPTY_ENGINES, type TestDatabase } from '../../test/databases.ts'
import { admit, openPayer, openStore, settle } from '../../test/store-bench.ts'
import type { OpenedDatabase } from '../connection/database.ts'
import { openDatabase } from '../connection/open-database.ts'
import { isMigrated, MIGRATIONS, type Migration, migrate } from './migrate.ts'

const NAMES = MIGRATIONS.map(({ name }) => name)

/** What the next release may bring: it adds, and takes nothing away (docs/guides/scaling.md). */
const NEXT: Migration = {
  name: '9999-next-release',
  async up({ knex, named }) {
    await knex.raw(`alter table ${named('wallet')} add column colour text`)
    await knex.raw(`alter table ${named('call')} add column shape text default 'round'`)
    await knex.raw(`alter table ${named('usage')} add column taste bigint`)
    await knex.raw(`create index ${named('entry_of_day')} on ${named('ledger_entry')} (at)`)
  },
}

describe.each(EMPTY_ENGINES)('migrations on %s', (_, make) => {
  let place: TestDatabase
  const opened: OpenedDatabase[] = []
  const open = async (prefix = 'parakh_'): Promise<OpenedDatabase> => {
    const database = await openDatabase(place.options, { tablePrefix: prefix, logger: collectingLogger() })
    opened.push(database)
    return database
  }
  const four = (prefix: string) => Promise.all(Array.from({ length: 4 }, () => open(prefix)))
  const history = async (database: OpenedDatabase): Promise<readonly string[]> => {
    const rows: readonly { name: string }[] = await database.knex(database.table('migration')).orderBy('id')
    return rows.map(({ name }) => name)
  }
  beforeAll(async () => {
    place = await make()
  })
  afterAll(async () => {
    for (const database of opened) await database.close()
    await place.drop()
  })

  it('makes the schema once when four processes race on an empty database', async () => {
    const racing = await four('parakh_')
    const [one] = racing as [OpenedDatabase]
    expect(await isMigrated(one)).toBe(false)
    await Promise.all(racing.map((database) => migrate(database)))
    expect(await isMigrated(one)).toBe(true)
    expect(await history(one)).toEqual(NAMES)
  })

  it('brings a database that stands at the release before up to date once when four processes race', async () => {
    const racing = await four('behind_')
    const [one] = racing as [OpenedDatabase]
    await migrate(one)
    const next = [...MIGRATIONS, NEXT]
    expect(await isMigrated(one, next)).toBe(false)
    await Promise.all(racing.map((database) => migrate(database, next)))
    expect(await isMigrated(one, next)).toBe(true)
    expect(await history(one)).toEqual([...NAMES, NEXT.name])
  })

  it('goes on with calls while the next release migrates, and after it, in a process that knows nothing of it', async () => {
    const shared = await make()
    const old = await openStore(shared)
    const payer = await openPayer(old, inr('1000'))
    const newer = await openDatabase(shared.options, { tablePrefix: 'parakh_', logger: collectingLogger() })
    let migrated = false
    const migrating = migrate(newer, [...MIGRATIONS, NEXT]).finally(() => {
      migrated = true
    })
    const call = async (reference: string): Promise<void> => {
      expect(await admit(old, payer, reference)).toMatchObject({ kind: 'admitted' })
      expect(await settle(old, payer, reference)).toEqual({ kind: 'done' })
    }
    let calls = 0
    while (!migrated) await call(`during-${++calls}`)
    await migrating
    for (let count = 0; count < 20; count += 1) await call(`after-${++calls}`)
    expect(calls).toBeGreaterThan(20)
    expect(await newer.knex(newer.table('wallet')).first()).toHaveProperty('colour')
    expect((await old.usage.counts(payer.accountId, 'production', new Date())).total).toBe(calls)
    expect(await old.ledger.verify()).toMatchObject({ ok: true, broken: [] })
    await old.close()
    await newer.close()
    await shared.drop()
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
    const table = database.knex(database.table('migration'))
    await table.insert({ name: '9999-later', batch: 9, migration_time: new Date().toISOString() })
    await expect(migrate(database)).rejects.toMatchObject({ code: 'SCHEMA_TOO_NEW' })
    await expect(isMigrated(database)).rejects.toMatchObject({ code: 'SCHEMA_TOO_NEW' })
  })
})
