import { copyFile, rename, rm } from 'node:fs/promises'
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
    const { host, logger } = await createTestHost({ plugins: [echo()], clock, overrides: storeServices(store, clock) })
    await host.start()
    const { id: accountId } = await store.accounts.create({ name: 'Acme', role: 'developer' })
    const { key, apiSecret } = await store.keys.create({ accountId, environment: 'sandbox' })
    const call = () => host.call('echo', { word: 'yes' }, { apiKey: key.publicId, apiSecret })
    return { host, store, logger, call }
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

  it('goes on when the file is put back, with every charge that was answered', async () => {
    const { host, store, call } = await serve()
    expect(await call()).toMatchObject({ status: 200 })
    await rename(filename, `${filename}.aside`)
    expect(await call()).toMatchObject({ status: 503 })
    await rename(`${filename}.aside`, filename)
    await vi.waitFor(async () => expect(await call()).toMatchObject({ status: 200 }), { timeout: 20_000 })
    await store.ping()
    expect(await store.ledger.verify()).toMatchObject({ ok: true, broken: [] })
    await host.stop()
    await store.close()
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
