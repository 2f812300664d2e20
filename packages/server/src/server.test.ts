import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Accounts, Keys, Store } from '@parakh/core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { postgresUrl } from '../../../test/postgres-url.ts'
import { lookup } from '../test/lookup-plugin.ts'
import { ordersPaidWhenDone } from '../test/order-plugin.ts'
import { secretsForTest } from '../test/server-for-test.ts'
import type { Config } from './config/schema.ts'
import { openHost } from './host-from-config.ts'
import { createServer, type Server } from './server.ts'

const quiet = { logger: false } as const

describe.each(['sqlite3', 'pg'] as const)('a server on %s', (client) => {
  let folder: string
  let config: Config
  const opened: Server[] = []
  const start = async (given: Config = config) => {
    const server = await createServer(given, quiet)
    opened.push(server)
    return server
  }
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parakh-server-'))
    const tablePrefix = `t${process.pid}_${Math.random().toString(36).slice(2, 8)}_`
    config = {
      database:
        client === 'pg'
          ? { client, connection: postgresUrl(), tablePrefix }
          : { client, filename: join(folder, 'data', 'acme.db') },
      plugins: [lookup()],
      secrets: secretsForTest(),
      server: { port: 0 },
    }
  })
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((server) => server.close()))
    await rm(folder, { recursive: true, force: true })
  })
  const accountAndKey = async () => {
    const host = await openHost(config, quiet)
    const account = await host.get(Accounts).create({ name: 'Acme', role: 'developer' })
    const { key, apiSecret } = await host.get(Keys).create({ accountId: account.id, environment: 'sandbox' })
    await host.stop()
    return { account, id: key.id, headers: { 'x-api-key': key.publicId, 'x-api-secret': apiSecret } }
  }
  const balance = async (server: Server, headers: Record<string, string>) =>
    (await server.app.inject({ url: '/api/v1/balance', headers })).json().data.balance

  it('keeps accounts, keys and balances over a restart, also for a host without HTTP', async () => {
    const first = await start()
    const { headers } = await accountAndKey()
    expect((await first.app.inject({ url: '/api/v1/lookup?code=AA00', headers })).statusCode).toBe(200)
    await first.close()
    const second = await start()
    expect(await balance(second, headers)).toBe(99.5)
  })

  it('holds over a restart what is charged on completion: the next process asks, charges once, and replays', async () => {
    const order = { method: 'POST', url: '/api/v1/place-order', payload: { what: 'bread' } } as const
    config = { ...config, plugins: [ordersPaidWhenDone()] }
    const first = await start()
    const { headers } = await accountAndKey()
    const placed = await first.app.inject({ ...order, headers: { ...headers, 'x-request-id': 'one' } })
    expect(placed.json()).toMatchObject({ meta: { charged: 0, balance: 97 } })
    await first.close()
    const second = await start()
    const status = async () => (await second.app.inject({ url: '/api/v1/requests/one', headers })).json().data
    expect(await status()).toMatchObject({ state: 'pending', charged: 0, held: 3 })
    await second.listen()
    await vi.waitFor(async () => expect(await status()).toMatchObject({ state: 'completed' }), { timeout: 60_000 })
    expect(await status()).toMatchObject({ charged: 3, held: 0 })
    const again = await second.app.inject({ ...order, headers: { ...headers, 'x-request-id': 'one' } })
    expect([again.headers['idempotent-replayed'], again.body]).toEqual(['true', placed.body])
    expect(await balance(second, headers)).toBe(97)
    expect((await second.host.get(Store).ledger.verify()).broken).toEqual([])
  })

  it('refuses a database that does not exist or is not migrated, when it may not migrate', async () => {
    if (client === 'sqlite3') {
      await expect(createServer(config, { ...quiet, migrate: false })).rejects.toMatchObject({
        code: 'DATABASE_NOT_FOUND',
      })
      await mkdir(join(folder, 'data'))
      await writeFile(join(folder, 'data', 'acme.db'), '')
    }
    await expect(createServer(config, { ...quiet, migrate: false })).rejects.toMatchObject({
      code: 'DATABASE_NOT_MIGRATED',
    })
    const host = await openHost(config, quiet)
    await host.stop()
    const server = await createServer(config, { ...quiet, migrate: false })
    await server.close()
  })

  it('charges once for one request id in 20 parallel calls, and passes 10 of 64 with funds for 10', async () => {
    const server = await start({
      ...config,
      rateLimits: { perEndpoint: 1000, sandbox: 1000, inFlight: 100 },
      pricing: { overrides: { lookup: 10 } },
    })
    const { headers } = await accountAndKey()
    const call = (more: Record<string, string> = {}) =>
      server.app.inject({ url: '/api/v1/lookup?code=AA00', headers: { ...headers, ...more } })
    const replies = await Promise.all(Array.from({ length: 64 }, () => call()))
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(10)
    expect(replies.filter(({ statusCode }) => statusCode === 402)).toHaveLength(54)
    expect(await balance(server, headers)).toBe(0)
    const other = await accountAndKey()
    const same = await Promise.all(Array.from({ length: 20 }, () => call({ ...other.headers, 'x-request-id': 'once' })))
    expect([...new Set(same.map(({ body }) => body))]).toHaveLength(1)
    expect(await balance(server, other.headers)).toBe(90)
  })

  it('ends a revoked key on the next request, though another process revoked it', async () => {
    const server = await start()
    const { id, headers } = await accountAndKey()
    expect((await server.app.inject({ url: '/api/v1/lookup?code=AA00', headers })).statusCode).toBe(200)
    const beside = await openHost(config, quiet)
    await beside.get(Keys).revoke(id)
    await beside.stop()
    expect((await server.app.inject({ url: '/api/v1/lookup?code=AA00', headers })).statusCode).toBe(401)
  })

  it('lets another server share the database only on PostgreSQL', async () => {
    await start()
    if (client === 'sqlite3')
      await expect(createServer(config, quiet)).rejects.toMatchObject({ code: 'DATABASE_IN_USE' })
    else await start()
  })
})
