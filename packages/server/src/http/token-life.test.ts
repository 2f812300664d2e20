import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Accounts, Clock, Keys, service } from '@parakh/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lookup } from '../../test/lookup-plugin.ts'
import { secretsForTest } from '../../test/server-for-test.ts'
import { createServer, type Server } from '../server.ts'

interface Pair {
  readonly apiKey: string
  readonly apiSecret: string
}

describe('a token', () => {
  let folder = ''
  let server: Server
  let accountId = ''
  let skewMs = 0
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parakh-tokens-'))
    const clock: Clock = {
      now: () => new Date(Date.now() + skewMs),
      monotonicMs: () => performance.now() + skewMs,
    }
    server = await createServer(
      {
        database: { client: 'sqlite3', filename: join(folder, 'test.db') },
        plugins: [lookup()],
        secrets: secretsForTest(),
        services: [service(Clock, {}, () => clock)],
      },
      { migrate: true, logger: false },
    )
    accountId = (await server.host.get(Accounts).create({ name: 'Acme', role: 'developer' })).id
  })
  afterAll(async () => {
    await server.close()
    await rm(folder, { recursive: true })
  })

  const keys = () => server.host.get(Keys)
  const newKey = async () => {
    const { key, apiSecret } = await keys().create({ accountId, environment: 'sandbox' })
    return { id: key.id, apiKey: key.publicId, apiSecret }
  }
  const get = (headers: Record<string, string>) =>
    server.app.inject({ method: 'GET', url: '/api/v1/lookup?code=AA00', headers })
  const byPair = ({ apiKey, apiSecret }: Pair) => get({ 'x-api-key': apiKey, 'x-api-secret': apiSecret })
  const issue = async ({ apiKey, apiSecret }: Pair) => {
    const payload = { api_key: apiKey, api_secret: apiSecret }
    const reply = await server.app.inject({ method: 'POST', url: '/api/v1/auth/token', payload })
    return { reply, bearer: { authorization: `Bearer ${reply.json().data?.access_token}` } }
  }

  it('is valid as long as its secret, through the overlap of a rotation', async () => {
    const key = await newKey()
    const before = await issue(key)
    expect((await get(before.bearer)).statusCode).toBe(200)
    const { apiSecret } = await keys().rotate(key.id, 1800)
    const [within, after] = [await issue(key), await issue({ ...key, apiSecret })]
    for (const { bearer } of [before, within, after]) expect((await get(bearer)).statusCode).toBe(200)
    skewMs += 1_700_000
    for (const { bearer } of [before, within, after]) expect((await get(bearer)).statusCode).toBe(200)
    skewMs += 100_000
    for (const { bearer } of [before, within])
      expect((await get(bearer)).json()).toMatchObject({ error: { code: 'INVALID_TOKEN' } })
    expect((await get(after.bearer)).statusCode).toBe(200)
    expect((await byPair(key)).statusCode).toBe(401)
    expect((await issue(key)).reply.statusCode).toBe(401)
  })

  it('expires, also if its secret is valid longer', async () => {
    const key = await newKey()
    const { bearer } = await issue(key)
    await keys().rotate(key.id, 7200)
    skewMs += 3_500_000
    expect((await get(bearer)).statusCode).toBe(200)
    skewMs += 100_000
    expect((await get(bearer)).json()).toMatchObject({ error: { code: 'INVALID_TOKEN' } })
    expect((await byPair(key)).statusCode).toBe(200)
  })

  it.each([
    ['the overlap of a rotation is zero', (id: string) => keys().rotate(id, 0)],
    [
      'a second rotation ends its secret',
      async (id: string) => [await keys().rotate(id, 60), await keys().rotate(id, 60)],
    ],
    ['its key is revoked', (id: string) => keys().revoke(id)],
  ])('is invalid at once if %s', async (_, change) => {
    const key = await newKey()
    const { bearer } = await issue(key)
    expect((await get(bearer)).statusCode).toBe(200)
    await change(key.id)
    expect((await get(bearer)).json()).toMatchObject({ error: { code: 'INVALID_TOKEN' } })
    expect((await byPair(key)).statusCode).toBe(401)
  })

  it('has the current restrictions of its key', async () => {
    const key = await newKey()
    const { bearer } = await issue(key)
    expect((await get(bearer)).statusCode).toBe(200)
    await keys().restrict(key.id, { endpoints: ['legacy-lookup'] })
    expect((await get(bearer)).json()).toMatchObject({ error: { code: 'API_NOT_PERMITTED' } })
  })

  it('of a new secret, and that secret, hold from the first request on', async () => {
    const key = await newKey()
    expect((await byPair(key)).statusCode).toBe(200)
    const { apiSecret } = await keys().rotate(key.id, 3600)
    expect((await byPair({ ...key, apiSecret })).statusCode).toBe(200)
    expect((await byPair(key)).statusCode).toBe(200)
    const { bearer } = await issue({ ...key, apiSecret })
    expect((await get(bearer)).statusCode).toBe(200)
  })
})
