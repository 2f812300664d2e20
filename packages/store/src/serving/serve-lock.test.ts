import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { hostname } from 'node:os'
import { inr } from '@parakh/core'
import { manualClock } from '@parakh/testkit'
import knex, { type Knex } from 'knex'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sqliteDatabase, type TestDatabase } from '../../test/databases.ts'
import { admit, asked, openPayer, openStore } from '../../test/store-bench.ts'

describe('the right to serve a SQLite file', () => {
  let database: TestDatabase
  let tables: Knex
  const now = manualClock().now().getTime()
  const lockedBy = (row: { pid: number; host?: string; heartbeat?: number }) =>
    tables('parakh_serve_lock').insert({ id: 1, owner: 'earlier', host: hostname(), heartbeat: now, ...row })

  beforeEach(async () => {
    database = await sqliteDatabase()
    if (!('filename' in database.options)) throw new Error('a file was expected')
    tables = knex({ client: 'sqlite3', connection: { filename: database.options.filename }, useNullAsDefault: true })
  })
  afterEach(async () => {
    await tables.destroy()
    await database.drop()
  })

  it('is refused while a living process of this host has it, and says which', async () => {
    const store = await openStore(database)
    await lockedBy({ pid: process.ppid, heartbeat: 0 })
    await expect(store.serve('later')).rejects.toMatchObject({ code: 'DATABASE_IN_USE' })
    await expect(store.serve('later')).rejects.toThrow(String(process.ppid))
    await store.close()
  })

  it('passes from a process that was killed, and its read holds are void at once', async () => {
    const store = await openStore(database)
    const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'])
    const payer = await openPayer(store)
    await admit(store, { ...payer, owner: 'earlier' }, 'read')
    await admit(store, { ...payer, owner: 'earlier' }, 'write')
    const mark = { reference: 'write', epoch: 1, operation: 'submit', provider: 'acme#0', input: '{}' }
    await store.billing.dispatch({
      kind: 'dispatch',
      accountId: payer.accountId,
      environment: 'production',
      at: now,
      ...mark,
    })
    await lockedBy({ pid: child.pid ?? 0 })
    await expect(store.serve('later')).rejects.toMatchObject({ code: 'DATABASE_IN_USE' })
    child.kill('SIGKILL')
    await once(child, 'exit')
    await store.serve('later')
    expect((await store.billing.findByReference('read'))?.call.phase).toBe('released')
    expect((await store.billing.findByReference('write'))?.call.phase).toBe('dispatched')
    expect(await store.wallet.balance(payer.accountId, 'production')).toMatchObject({ held: inr('1') })
    await store.close()
  })

  it('passes from another host only when its heartbeat is old', async () => {
    const store = await openStore(database)
    await lockedBy({ pid: 1, host: 'elsewhere', heartbeat: now - 14_000 })
    await expect(store.serve('later')).rejects.toMatchObject({ code: 'DATABASE_IN_USE' })
    await tables('parakh_serve_lock').update({ heartbeat: now - 16_000 })
    await store.serve('later')
    await store.close()
  })

  it('passes from another host whose heartbeat is of a time that the clock was set back from', async () => {
    const store = await openStore(database)
    await lockedBy({ pid: 1, host: 'elsewhere', heartbeat: now + 3_600_000 })
    await store.serve('later')
    await store.close()
  })

  it('passes with the marked writes of a time that the clock was set back from: they are taken over at once', async () => {
    const clock = manualClock()
    const earlier = await openStore(database, { clock })
    const payer = await openPayer(earlier)
    clock.advance(3_600_000)
    await earlier.serve('earlier')
    const at = clock.now().getTime()
    const { accountId } = payer
    await earlier.billing.admit({ ...asked({ ...payer, owner: 'earlier' }, 'write'), at })
    const mark = { reference: 'write', epoch: 1, operation: 'submit', provider: 'acme#0', input: '{}' }
    await earlier.billing.dispatch({ kind: 'dispatch', accountId, environment: 'production', at, ...mark })
    await earlier.close()
    const store = await openStore(database)
    await store.serve('later')
    expect((await store.billing.unresolved(now, 10)).map(({ reference }) => reference)).toEqual(['write'])
    await store.close()
  })

  it('is given back when the store is closed, and other stores may write without it', async () => {
    const store = await openStore(database)
    await store.serve('one')
    const commandLine = await openStore(database)
    await openPayer(commandLine)
    await commandLine.close()
    expect(await tables('parakh_serve_lock')).toHaveLength(1)
    await store.close()
    expect(await tables('parakh_serve_lock')).toHaveLength(0)
  })
})
