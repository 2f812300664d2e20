import { inr } from '@parakh/core'
import { collectingLogger } from '@parakh/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, type TestDatabase } from '../../test/databases.ts'
import { admit, openPayer, openStore, settle } from '../../test/store-bench.ts'
import type { OpenedDatabase } from '../connection/database.ts'
import { openDatabase } from '../connection/open-database.ts'
import { isMigrated, MIGRATIONS, type Migration, migrate } from './migrate.ts'

const NAMES = MIGRATIONS.map(({ name }) => name)

/** What the next release may bring: it adds, and takes nothing away (docs/guides/scaling.md). */
const NEXT: Migration = {
  name: '9999-next-release',
  async up(knex, named) {
    await knex.raw(`alter table ${named('wallet')} add column colour text`)
    await knex.raw(`alter table ${named('call')} add column shape text default 'round'`)
    await knex.raw(`alter table ${named('usage')} add column taste bigint`)
    await knex.raw(`create index ${named('entry_of_day')} on ${named('ledger_entry')} (at)`)
  },
}

describe.each(ENGINES)('migrations on %s', (dialect, make) => {
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

  it.each(MIGRATIONS.slice(0, -1).map(({ name }, index) => [name, index + 1] as const))(
    'brings a database that stands at %s up to date once when four processes race',
    async (_, known) => {
      const prefix = `behind${known}_`
      const racing = await four(prefix)
      const [one] = racing as [OpenedDatabase]
      await migrate(one, MIGRATIONS.slice(0, known))
      expect(await isMigrated(one)).toBe(false)
      await Promise.all(racing.map((database) => migrate(database)))
      expect(await history(one)).toEqual(NAMES)
    },
  )

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

  it('keeps the rows of a usage log from before there were months, and what the old release goes on to write', async () => {
    const database = await open('rows_')
    const usage = database.table('usage')
    await migrate(
      database,
      MIGRATIONS.filter(({ name }) => name < '0004'),
    )
    const row = (at: number) => ({
      ...{ account_id: 'a', environment: 'production', key_id: 'k', reference: 'r', request_id: 'q', endpoint: 'e' },
      ...{ status: 200, outcome: 'answer', latency_ms: 1, charged: 5, ip: '::1', at },
    })
    const now = Date.now()
    const times = [now - 40 * 86_400_000, now, now + 400 * 86_400_000]
    await database.knex(usage).insert(times.map(row))
    // As the old release's connections keep it: prepared once, against the table as it was.
    const statement = 'insert into rows_usage select * from rows_usage where false'
    if (dialect === 'pg') await database.knex.raw(`prepare kept as ${statement}`)
    await migrate(database)
    if (dialect === 'pg') await database.knex.raw('execute kept')
    await database.knex(usage).insert(row(now + 1))
    const kept: readonly { at: number; id: number }[] = await database.knex(usage).orderBy('at').select('at', 'id')
    expect(kept.map(({ at }) => Number(at))).toEqual([...times, now + 1].sort((one, other) => one - other))
    expect(new Set(kept.map(({ id }) => Number(id))).size).toBe(4)
  })

  it('keeps the claims and the answers of calls from before request ids were claimed as they are', async () => {
    const database = await open('claims_')
    const [call, response] = [database.table('call'), database.table('response')]
    await migrate(
      database,
      MIGRATIONS.filter(({ name }) => name < '0021'),
    )
    const long = 'x'.repeat(41)
    const row = (reference: string, request_id: string, claim: string | null) => ({
      ...{ reference, request_id, claim, account_id: 'a', environment: 'production', key_id: 'k', endpoint: 'e' },
      ...{ fingerprint: 'f', phase: 'answered', epoch: 1, owner: 'o', price_version: 'p', legs: '[]' },
      ...{ lease_until: 0, at: 0 },
    })
    await database
      .knex(call)
      .insert([row('1', 'short', 'digest-1'), row('2', long, 'digest-2'), row('3', 'free', null)])
    const ids: readonly { id: number }[] = await database.knex(call).orderBy('id').select('id')
    await database.knex(response).insert(ids.map(({ id }) => ({ call_id: id, body: Buffer.from(`body of ${id}`) })))
    await migrate(database)
    const claims: readonly { claim: string | null }[] = await database.knex(call).orderBy('id').select('claim')
    expect(claims.map(({ claim }) => claim)).toEqual(['short', '#digest-2', null])
    const kept: readonly { call_id: number; body: Buffer }[] = await database.knex(response).orderBy('call_id')
    expect(kept.map(({ call_id, body }) => `${call_id}: ${body}`)).toEqual(ids.map(({ id }) => `${id}: body of ${id}`))
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
