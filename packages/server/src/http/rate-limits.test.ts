import { Accounts, Keys, newestUsage, Store, Usage } from '@parakh/core'
import type { Host } from '@parakh/kernel'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { databaseOn, type OwnDatabase } from '../../../../test/databases.ts'
import { lookup } from '../../test/lookup-plugin.ts'
import { secretsForTest, serverForTest } from '../../test/server-for-test.ts'
import type { Config } from '../config/schema.ts'
import { openHost } from '../host-from-config.ts'
import { createServer, type Server } from '../server.ts'

const PER_ENDPOINT = 12
const PATH = '/api/v1/post-lookup'

describe.each(['sqlite3', 'pg'] as const)('rate limits of two processes on one database (%s)', (client) => {
  let database: OwnDatabase
  let server: Server
  /** A second host on the same database, like another process. */
  let beside: Host
  let account: string
  let pair: { readonly apiKey: string; readonly apiSecret: string }
  beforeEach(async () => {
    database = await databaseOn(client)
    const config: Config = {
      database: database.options,
      plugins: [lookup()],
      secrets: secretsForTest(),
      server: { port: 0 },
      rateLimits: { perEndpoint: PER_ENDPOINT, sandbox: 1_000 },
    }
    server = await createServer(config, { logger: false })
    beside = await openHost(config, { logger: false })
    const { id } = await beside.get(Accounts).create({ name: 'Acme', role: 'developer' })
    const { key, apiSecret } = await beside.get(Keys).create({ accountId: id, environment: 'sandbox' })
    account = id
    pair = { apiKey: key.publicId, apiSecret }
  })
  afterEach(async () => {
    await beside.stop()
    await server.close()
    await database.drop()
  })
  const post = async (payload: string, headers: Record<string, string> = {}) => {
    const { statusCode, headers: got } = await server.app.inject({
      ...{ method: 'POST', url: PATH, payload },
      headers: { ...headersOf(pair), 'content-type': 'application/json', ...headers },
    })
    return {
      status: statusCode,
      remaining: got['x-ratelimit-remaining'],
      limit: got['x-ratelimit-limit'],
      headers: got,
    }
  }

  it('count every refusal of an identified key, in whichever of them it is refused', async () => {
    const limit = String(PER_ENDPOINT)
    const stands = (status: number, remaining: number) => ({ status, limit, remaining: String(remaining) })
    expect(await post('{"code":')).toMatchObject(stands(400, 11))
    expect(await post('code=AA00', { 'content-type': 'application/x-www-form-urlencoded' })).toMatchObject(
      stands(400, 10),
    )
    expect(await post('{"code":"no"}')).toMatchObject(stands(422, 9))
    expect(await post('{"code":"AA00"}', { 'x-request-id': 'not an id' })).toMatchObject(stands(400, 8))
    expect(await post('{"code":"ZZ00"}')).toMatchObject(stands(404, 7))
    const elsewhere = await beside.call('post-lookup', { code: 'no' }, pair)
    expect([elsewhere.status, elsewhere.headers['x-ratelimit-remaining']]).toEqual([422, '6'])
    expect(await post('{"code":"AA00"}', { 'x-request-id': 'one' })).toMatchObject(stands(200, 5))
    expect(await post('{"code":"AB11"}', { 'x-request-id': 'one' })).toMatchObject(stands(422, 4))
    await beside.get(Accounts).setStatus(account, 'suspended')
    expect(await post('{"code":"AA00"}')).toMatchObject(stands(403, 3))
    await beside.get(Accounts).setStatus(account, 'active')
    for (const remaining of [2, 1, 0]) expect(await post('{"code":')).toMatchObject(stands(400, remaining))
    const refused = { status: 429, headers: { 'retry-after': expect.stringMatching(/^[0-9]+$/) } }
    expect(await post('{"code":')).toMatchObject({ ...stands(429, 0), ...refused })
    expect(await beside.call('post-lookup', { code: 'AA00' }, pair)).toMatchObject(refused)
    expect((await server.app.inject({ url: '/api/v1/items/AA00', headers: headersOf(pair) })).statusCode).toBe(200)
  })

  it('stop at the limit, and are logged as one row per second with a count', async () => {
    const flood = await Promise.all(
      Array.from({ length: 200 }, async (_, nth) =>
        nth % 2 === 0 ? (await post('{"code":"no"}')).status : (await beside.call('post-lookup', {}, pair)).status,
      ),
    )
    expect(flood.filter((status) => status === 422)).toHaveLength(PER_ENDPOINT)
    expect(flood.filter((status) => status === 429)).toHaveLength(200 - PER_ENDPOINT)
    // Each process writes them when the second has ended, and when it stops.
    await server.host.drain()
    await beside.drain()
    const store = beside.get(Store)
    const all = { from: 0, until: Number.MAX_SAFE_INTEGER, limit: 1_000 }
    const rows = await newestUsage(store.usageLog, { accountId: account, environment: 'sandbox' }, all)
    const throttled = rows.filter(({ status }) => status === 429)
    expect(throttled.reduce((sum, { calls = 1 }) => sum + calls, 0)).toBe(200 - PER_ENDPOINT)
    const seconds = throttled.map(({ at }) => Math.floor(at / 1000))
    for (const second of seconds) expect(seconds.filter((other) => other === second).length).toBeLessThanOrEqual(2)
    const { total } = await beside.get(Usage).counts(account, 'sandbox', new Date())
    expect(total).toBe(200)
  })
})

const headersOf = ({ apiKey, apiSecret }: { readonly apiKey: string; readonly apiSecret: string }) => {
  return { 'x-api-key': apiKey, 'x-api-secret': apiSecret }
}

describe('an address', () => {
  it('that sends unknown paths or keys is throttled, but not a proven key from that address', async () => {
    const test = await serverForTest({ plugins: [lookup()], config: { rateLimits: { unknownKeys: 4 } } })
    const get = (url: string, headers: Record<string, string> = {}) => test.app.inject({ url, headers })
    const known = async () => (await get('/api/v1/items/AA00', test.sandbox.headers)).statusCode
    expect(await known()).toBe(200)
    expect((await get('/api/v1/nothing')).statusCode).toBe(404)
    expect((await get('/elsewhere')).statusCode).toBe(404)
    const wrong = { 'x-api-key': 'pk_test_x', 'x-api-secret': 'sk_test_x' }
    expect((await get('/api/v1/items/AA00', wrong)).statusCode).toBe(401)
    // A legacy endpoint also requires the key in the query.
    expect((await get('/api/v1/legacy-lookup?code=AA00', test.sandbox.headers)).statusCode).toBe(401)
    for (const path of ['/api/v1/nothing', '/elsewhere']) {
      const reply = await get(path)
      expect(reply.statusCode).toBe(429)
      expect(reply.headers).toMatchObject({ 'x-ratelimit-limit': '4', 'x-ratelimit-remaining': '0' })
      expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
      expect(reply.json()).toMatchObject({ error: { code: 'RATE_LIMIT_EXCEEDED' } })
    }
    expect((await get('/api/v1/legacy-lookup?code=AA00', test.sandbox.headers)).statusCode).toBe(429)
    expect((await get('/api/v1/items/AA00', { ...wrong, 'x-api-key': 'pk_test_y' })).statusCode).toBe(429)
    expect(await known()).toBe(200)
    await test.server.close()
  })
})
