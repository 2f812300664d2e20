import { Store, service } from '@parakh/core'
import { decide } from '@parakh/kernel'
import { type Config, createServer } from '@parakh/server'
import { collectingLogger, createMemoryStore } from '@parakh/testkit'
import fastify from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { secretsForTest } from '../test/server-for-test.ts'
import { parakh } from './fastify-plugin.ts'
import { systemClock } from './services/system-clock.ts'
import { ulidIds } from './services/ulid-ids.ts'

const TOKEN = 'a-token-for-operators-0123456789abcdef'
const FOR_OPERATORS = ['/metrics', '/admin/v1/openapi.json']
const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

function configOf(server: Config['server'] = {}): Config {
  const clock = systemClock()
  const store = createMemoryStore({ decide, clock, ids: ulidIds(clock) })
  return {
    ...{ plugins: [], secrets: secretsForTest(), server: { port: 0, ...server } },
    services: [service(Store, {}, () => store)],
  }
}

async function serving(server?: Config['server'], development?: boolean) {
  const made = await createServer(configOf(server), {
    logger: collectingLogger(),
    ...(development === undefined ? {} : { development }),
  })
  ends.push(() => made.close())
  const get = async (url: string, headers: Record<string, string> = {}) =>
    await made.app.inject({ method: 'GET', url, headers })
  return { made, get }
}

describe('what is for operators only', () => {
  it('is not served at the address of callers by default', async () => {
    const { get } = await serving()
    for (const path of FOR_OPERATORS) expect((await get(path)).statusCode, path).toBe(404)
    expect((await get('/readyz')).json()).toEqual({ status: 'ready' })
    expect((await get('/healthz')).json()).toEqual({ status: 'alive' })
  })

  it('is at the address of callers in development', async () => {
    const { get } = await serving({}, true)
    for (const path of FOR_OPERATORS) expect((await get(path)).statusCode, path).toBe(200)
    expect((await get('/readyz')).json()).toMatchObject({ status: 'ready', store: 'ok', money: 'on', upstreams: [] })
  })

  it('is not open in production, for any request', async () => {
    const made = await createServer(configOf(), {
      ...{ logger: collectingLogger(), development: true, environment: { NODE_ENV: 'production' } },
    })
    ends.push(() => made.close())
    expect((await made.app.inject('/metrics')).statusCode).toBe(404)
  })

  it('opens by its token, and by no other', async () => {
    const { get } = await serving({ operations: { token: TOKEN } })
    const [right, wrong] = [TOKEN, `${TOKEN}x`].map((token) => ({ authorization: `Bearer ${token}` }))
    for (const path of FOR_OPERATORS) {
      expect((await get(path, right)).statusCode, path).toBe(200)
      expect((await get(path, wrong)).statusCode, path).toBe(401)
      expect((await get(path)).statusCode, path).toBe(401)
    }
    expect((await get('/readyz', right)).json()).toMatchObject({ store: 'ok' })
    expect((await get('/readyz', wrong)).json()).toEqual({ status: 'ready' })
  })

  it('is served only at its own address', async () => {
    const { made, get } = await serving({ operations: { port: 0 } })
    const { operations } = await made.listen()
    for (const path of FOR_OPERATORS) {
      expect((await get(path)).statusCode, path).toBe(404)
      expect((await fetch(`${operations}${path}`)).status, path).toBe(200)
    }
    expect(await (await fetch(`${operations}/readyz`)).json()).toMatchObject({ status: 'ready', store: 'ok' })
    expect((await fetch(`${operations}/healthz`)).status).toBe(200)
    expect((await fetch(`${operations}/api/v1/balance`)).status).toBe(404)
    expect((await fetch(`${operations}/admin/v1/accounts`)).status).toBe(404)
  })

  it.each([
    ['0.0.0.0', 1],
    ['127.0.0.1', 0],
  ])('is warned of where everyone may reach it: %s', async (host, warnings) => {
    const logger = collectingLogger()
    const made = await createServer(configOf({ operations: { host, port: 0 } }), { logger })
    ends.push(() => made.close())
    await made.listen()
    expect(logger.of('operations.open_to_all').map(({ level, facts }) => [level, facts['host']])).toEqual(
      Array(warnings).fill(['warn', host]),
    )
  })

  it('cannot have an address of its own in an application that listens itself', async () => {
    const app = fastify()
    app.register(parakh, {
      config: configOf({ publicUrl: 'https://acme.example', operations: { port: 9464 } }),
      logger: false,
    })
    await expect(app.ready()).rejects.toMatchObject({ code: 'OPERATIONS_ADDRESS_EMBEDDED' })
    await app.close()
  })

  it.each([
    ['a token that can be guessed', { token: 'guess' }, 'is too short. Allowed: at least 32 characters'],
    ['a token of one character', { token: 'x'.repeat(40) }, 'must not be one repeated character'],
    ['the port of the server', { port: 3000 }, 'The port 3000 is used by server. Allowed: another port'],
    ['a misspelt key', { port: 9464, hots: '0.0.0.0' }, 'Unknown key "hots". Allowed: host, port, token'],
  ])('is not opened by %s', async (_, operations, message) => {
    const config = { ...configOf(), server: { port: 3000, operations: operations as { port: number } } }
    await expect(createServer(config, { logger: false })).rejects.toMatchObject({
      code: 'INVALID_CONFIGURATION',
      faults: [{ path: expect.stringMatching(/^server\.operations/), message }],
    })
  })
})
