import { inr, type Store } from '@parakh/core'
import sqlite3 from 'sqlite3'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sqliteDatabase, type TestDatabase } from '../../../test/databases.ts'
import { admit, openPayer, openStore, type Payer, settle } from '../../../test/store-bench.ts'

const ioError = (): Error => Object.assign(new Error('SQLITE_IOERR: disk I/O error'), { code: 'SQLITE_IOERR' })

describe('a rollback that fails on SQLite', () => {
  let database: TestDatabase
  let store: Store
  let payer: Payer
  /** Statements that fail without being run, in this order. */
  let failing: string[] = []
  let begun = 0
  beforeEach(async () => {
    const all = sqlite3.Statement.prototype.all
    vi.spyOn(sqlite3.Statement.prototype, 'all').mockImplementation(function (this: sqlite3.Statement, ...given) {
      const sql = 'sql' in this ? String(this.sql) : ''
      if (sql === 'begin immediate') begun += 1
      if (failing.length === 0 || sql !== failing[0]) return all.apply(this, given)
      failing.shift()
      const done = given.at(-1)
      if (typeof done === 'function') setImmediate(() => done.call(this, ioError(), []))
      return this
    })
    database = await sqliteDatabase()
    store = await openStore(database)
    payer = await openPayer(store)
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    expect(await store.ledger.verify()).toMatchObject({ ok: true, broken: [] })
    await store.close()
    await database.drop()
  })

  /** What another process finds committed. */
  const held = async (): Promise<number> => {
    const other = await openStore(database)
    const balance = await other.wallet.balance(payer.accountId, 'production')
    await other.close()
    return balance.held
  }

  it('leaves no transaction open: the batch is tried again and committed', async () => {
    const before = begun
    failing = ['commit', 'rollback']
    expect(await admit(store, payer, 'first')).toMatchObject({ kind: 'admitted' })
    expect(failing).toEqual([])
    expect(begun).toBe(before + 2)
    expect(await held()).toBe(inr('1'))
    expect(await settle(store, payer, 'first')).toEqual({ kind: 'done' })
    expect(await held()).toBe(0)
  })

  it('leaves nothing of a refused batch to the next one', async () => {
    failing = ['commit', 'rollback', 'commit', 'rollback', 'rollback']
    const admissions = ['one', 'two', 'three'].map((reference) => admit(store, payer, reference))
    for (const admission of await Promise.all(admissions)) expect(admission).toMatchObject({ kind: 'admitted' })
    expect(failing).toEqual(['rollback'])
    expect(await held()).toBe(inr('3'))
  })
})
