import { access, copyFile, rename, rm, stat } from 'node:fs/promises'
import { defineEndpoint, definePlugin, inr, modern } from '@parakh/core'
import { createTestHost, manualClock, storeServices } from '@parakh/testkit'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { sqliteDatabase, type TestDatabase } from '../../test/databases.ts'
import { openPayer, openStore } from '../../test/store-bench.ts'

const echo = definePlugin({
  id: 'echo',
  contract: 1,
  endpoints: [
    defineEndpoint({
      ...{ id: 'echo', method: 'GET', path: '/echo', group: 'Echo', summary: 'Say it again', envelope: modern },
      ...{ price: inr('1'), request: z.object({ word: z.string() }), data: z.object({ word: z.string() }), errors: {} },
      handle: async ({ request, answer }) => answer(request),
      fixtures: [{ scenario: 'success', request: { word: 'yes' } }],
    }),
  ],
})

describe('a SQLite file that is deleted or replaced under a server', () => {
  let database: TestDatabase
  let filename: string
  beforeEach(async () => {
    database = await sqliteDatabase()
    filename = 'filename' in database.options ? database.options.filename : ''
  })
  afterEach(() => database.drop())

  async function serve() {
    const clock = manualClock()
    const store = await openStore(database, { clock })
    const { host, logger } = await createTestHost({ plugins: [echo()], clock, overrides: storeServices(store) })
    await host.start()
    const { id: accountId } = await store.accounts.create({ name: 'Acme', role: 'developer' })
    const { key, apiSecret } = await store.keys.create({ accountId, environment: 'sandbox' })
    const call = () => host.call('echo', { word: 'yes' }, { apiKey: key.publicId, apiSecret })
    return { host, store, logger, call, accountId }
  }

  it.each([
    ['moved away', () => rename(filename, `${filename}.aside`)],
    ['deleted', () => rm(filename)],
    [
      'replaced by a copy',
      async () => {
        await copyFile(filename, `${filename}.copy`)
        await rename(`${filename}.copy`, filename)
      },
    ],
  ])('stops money at once where it is %s: no charge goes into nothing', async (_, take) => {
    const { host, store, logger, call } = await serve()
    expect(await call()).toMatchObject({ status: 200 })
    await store.ping()
    await take()
    expect(await call()).toMatchObject({ status: 503 })
    await expect(store.ping()).rejects.toMatchObject({ code: 'DATABASE_FILE_REPLACED' })
    await vi.waitFor(() => expect(logger.of('money.stopped')).toHaveLength(1), { timeout: 20_000 })
    expect(await call()).toMatchObject({ status: 503 })
    expect(logger.of('money.stopped')[0]?.facts).toMatchObject({
      reason: expect.stringContaining('deleted or replaced'),
    })
    await host.stop()
    await store.close().catch(() => undefined)
  })

  it('charges nothing that it refused, and stays stopped when the file is put back, until it is started again', async () => {
    const { host, store, call, accountId } = await serve()
    expect(await call()).toMatchObject({ status: 200 })
    const before = await store.wallet.balance(accountId, 'sandbox')
    await rename(filename, `${filename}.aside`)
    expect(await call()).toMatchObject({ status: 503 })
    await rename(`${filename}.aside`, filename)
    expect(await call()).toMatchObject({ status: 503 })
    await expect(store.ping()).rejects.toMatchObject({ code: 'DATABASE_FILE_REPLACED' })
    await host.stop()
    await store.close()
    const again = await openStore(database)
    await again.ping()
    expect(await again.wallet.balance(accountId, 'sandbox')).toEqual(before)
    expect(await again.ledger.verify()).toMatchObject({ ok: true, broken: [] })
    await again.close()
  })

  it('loses nothing where a command is run meanwhile: it makes no file, and leaves the log as it is', async () => {
    const { host, store, call, accountId } = await serve()
    for (let times = 0; times < 5; times += 1) expect(await call()).toMatchObject({ status: 200 })
    const log = (await stat(`${filename}-wal`)).size
    expect(log).toBeGreaterThan(0)
    await rename(filename, `${filename}.aside`)
    const command = openStore(database, { database: { client: 'sqlite3', filename, mustExist: true } })
    await expect(command).rejects.toMatchObject({ code: 'DATABASE_NOT_FOUND' })
    // What the server itself opens anew makes none either.
    await store.accounts.list().catch(() => undefined)
    await expect(access(filename)).rejects.toMatchObject({ code: 'ENOENT' })
    expect((await stat(`${filename}-wal`)).size).toBe(log)
    await rename(`${filename}.aside`, filename)
    await host.stop()
    await store.close()
    const again = await openStore(database)
    expect(await again.ledger.verify()).toMatchObject({ ok: true, broken: [] })
    expect(await again.wallet.balance(accountId, 'sandbox')).toMatchObject({ balance: inr('95') })
    await again.close()
  })

  it('takes no credit either, that nobody will find again', async () => {
    const store = await openStore(database)
    const { accountId, environment } = await openPayer(store)
    await rename(filename, `${filename}.aside`)
    const credit = { accountId, environment, amount: inr('1'), reference: 'later', actor: 'test' }
    await expect(store.wallet.credit(credit)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' })
    await store.close().catch(() => undefined)
  })
})
