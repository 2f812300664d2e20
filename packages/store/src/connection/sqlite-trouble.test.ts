import { inr, type Store } from '@parakh/core'
import sqlite3 from 'sqlite3'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sqliteDatabase, type TestDatabase } from '../../test/databases.ts'
import { admit, openPayer, openStore, settle } from '../../test/store-bench.ts'
import { beginLoad, seeded } from '../../test/troubled-load.ts'
import { SqliteConnection } from './sqlite-connection.ts'

const STORMS = process.env['PARAKH_FULL'] === '1' ? 400 : 40
const SEED = Number(process.env['PARAKH_SEED'] ?? 20_261_121)
const NO_LIMIT = 1_000_000_000

/** Test 10 of docs/reference/reliability.md. */
describe('SQLite in trouble', { timeout: 120_000 }, () => {
  let database: TestDatabase
  let store: Store
  let filename: string
  /** Every connection that was opened: a limit of pages is one of a connection's own. */
  const connections = new Set<sqlite3.Database>()

  beforeEach(async () => {
    const exec = sqlite3.Database.prototype.exec
    vi.spyOn(sqlite3.Database.prototype, 'exec').mockImplementation(function (this: sqlite3.Database, sql, done) {
      connections.add(this)
      return exec.call(this, sql, done)
    })
    database = await sqliteDatabase()
    filename = 'filename' in database.options ? database.options.filename : ''
    store = await openStore(database)
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    connections.clear()
    await store.close()
    await database.drop()
  })

  /** The pool has closed some of them. */
  const limit = (pages: number) =>
    Promise.all(
      [...connections].map(
        (connection) =>
          new Promise<void>((resolve) => void connection.exec(`pragma max_page_count = ${pages}`, () => resolve())),
      ),
    )
  const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
  const expectRecovery = async (): Promise<void> => {
    const payer = await openPayer(store)
    const reference = `recovered-${payer.accountId}`
    expect(await admit(store, payer, reference)).toMatchObject({ kind: 'admitted' })
    expect(await settle(store, payer, reference)).toEqual({ kind: 'done' })
  }

  it(`serves on through a storm of other writers: seed ${SEED}`, async () => {
    const random = seeded(SEED)
    const load = await beginLoad(store)
    const other = await SqliteConnection.open(filename)
    let storms = 0
    for (; storms < STORMS; storms += 1) {
      await other.exec('begin immediate')
      await other.exec(`update parakh_serve_lock set heartbeat = heartbeat + 1`)
      await wait(random() * 50)
      await other.exec('commit')
      await wait(random() * 10)
    }
    expect(storms).toBe(STORMS)
    await expectRecovery()
    await load.stop()
    expect(load.answered).toBeGreaterThan(0)
    await load.check()
    await other.close()
  })

  it('refuses while another process holds the write lock for longer than a call waits, and goes on after it', async () => {
    const payer = await openPayer(store)
    const other = await SqliteConnection.open(filename)
    await other.exec('begin immediate')
    const waiting = admit(store, payer, 'locked')
    await expect(waiting).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' })
    await expect(waiting).rejects.toThrow(/\(SQLITE_BUSY: another program has locked the SQLite file\)$/)
    await other.exec('commit')
    await expectRecovery()
    expect(await store.billing.findByReference('locked')).toBeNull()
    expect(await store.ledger.verify()).toMatchObject({ ok: true, broken: [] })
    await other.close()
  })

  it('refuses while the disk is full, loses nothing, and goes on when there is room', async () => {
    const payer = await openPayer(store, inr('100000'))
    const load = await beginLoad(store)
    await wait(200)
    // A limit below what there is becomes what there is: no page can be added.
    await limit(1)
    const before = load.refused
    const full = async (): Promise<unknown> => {
      for (let place = 0; ; place += 1) {
        const refused = await admit(store, payer, `full-${place}`).then(
          () => null,
          (error: unknown) => error,
        )
        if (refused) return refused
      }
    }
    expect(await full()).toMatchObject({
      ...{ code: 'STORE_UNAVAILABLE', message: expect.stringContaining('(SQLITE_FULL)') },
      facts: { reason: 'SQLITE_FULL', statement: expect.any(String) },
    })
    await expect(store.ping()).rejects.toMatchObject({ code: 'DATABASE_FULL' })
    const answered = load.answered
    expect(load.refused).toBeGreaterThan(before)
    // What needs no room is still answered.
    expect(await store.wallet.balance(payer.accountId, 'production')).toMatchObject({ balance: inr('100000') })
    await limit(NO_LIMIT)
    await expectRecovery()
    await store.ping()
    await load.stop()
    expect(load.answered).toBeGreaterThan(answered)
    await load.check()
  })
})
