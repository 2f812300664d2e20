import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inr, Store, service } from '@parakh/core'
import { decide } from '@parakh/kernel'
import { createMemoryStore } from '@parakh/testkit'
import express, { type Express } from 'express'
import fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { lookup } from '../test/lookup-plugin.ts'
import { secretsForTest, serverForTest } from '../test/server-for-test.ts'
import { type ParakhDecorator, parakh } from './fastify-plugin.ts'
import { systemClock } from './services/system-clock.ts'
import { ulidIds } from './services/ulid-ids.ts'

const PUBLIC = { server: { publicUrl: 'https://acme.example/verify', port: 0 } }

async function listening(listener: Express | Parameters<typeof createHttpServer>[1]) {
  const server = createHttpServer(listener as Parameters<typeof createHttpServer>[1])
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, close: () => new Promise((done) => server.close(done)) }
}

describe('the plain listener', () => {
  it('works in node:http', async () => {
    const test = await serverForTest({ plugins: [lookup()], config: PUBLIC })
    const { url, close } = await listening(test.server.handler)
    const reply = await fetch(`${url}/api/v1/lookup?code=AA00`, { headers: test.sandbox.headers })
    expect(reply.status).toBe(200)
    await close()
    await test.server.close()
  })

  it.each([
    ['express.json()', express.json()],
    ['express.raw()', express.raw({ type: '*/*' })],
    ['no parser', undefined],
  ])('works in Express under a path, behind %s', async (_, parser) => {
    const test = await serverForTest({ plugins: [lookup()], config: PUBLIC })
    const app = express()
    if (parser) app.use(parser)
    app.use('/verify', test.server.handler)
    app.get('/', (_request, response) => {
      response.json({ mine: true })
    })
    const { url, close } = await listening(app)
    const post = (body: string, type = 'application/json') =>
      fetch(`${url}/verify/api/v1/post-lookup`, {
        method: 'POST',
        body,
        headers: { ...test.sandbox.headers, 'content-type': type },
      })
    // Spaces, so that Content-Length differs from the length of the serialised body.
    const answered = await post('{  "code" :  "AA00"  }')
    expect(answered.status).toBe(200)
    expect(await answered.json()).toMatchObject({ data: { name: 'Asha' } })
    expect((await post('{"code":"AA00","more":1}')).status).toBe(422)
    expect((await post('code=AA00', 'text/plain')).status).toBe(400)
    expect((await fetch(`${url}/verify/api/v1/lookup?code=AA00`, { headers: test.sandbox.headers })).status).toBe(200)
    expect((await fetch(`${url}/verify/nothing`)).status).toBe(404)
    expect(await (await fetch(`${url}/`)).json()).toEqual({ mine: true })
    await close()
    await test.server.close()
  })
})

describe('the Fastify plugin', () => {
  const memory = () => {
    const clock = systemClock()
    return createMemoryStore({ decide, clock, ids: ulidIds(clock) })
  }
  const keyOf = async (store: ReturnType<typeof memory>) => {
    const account = await store.accounts.create({ name: 'Acme', role: 'developer' })
    const { key, apiSecret } = await store.keys.create({ accountId: account.id, environment: 'sandbox' })
    return { account, headers: { 'x-api-key': key.publicId, 'x-api-secret': apiSecret } }
  }

  it.each(['/verify', undefined])('takes over nothing of the application outside of it (prefix %s)', async (prefix) => {
    const store = memory()
    const app = fastify()
    app.setErrorHandler((_error, _request, reply) => reply.code(418).send({ mine: 'error' }))
    app.setNotFoundHandler((_request, reply) => reply.code(404).send({ mine: 'nothing' }))
    app.post('/own', (request) => ({ mine: request.body }))
    app.get('/fails', () => {
      throw new Error('mine')
    })
    await app.register(parakh, {
      ...(prefix === undefined ? {} : { prefix }),
      ...PUBLIC,
      plugins: [lookup()],
      secrets: secretsForTest(),
      services: [service(Store, {}, () => store)],
      logger: false,
    })
    const base = prefix ?? ''
    const { account, headers } = await keyOf(store)
    const own = await app.inject({
      method: 'POST',
      url: '/own',
      payload: '{"constructor":1}',
      headers: { 'content-type': 'application/json' },
    })
    expect(own.json()).toEqual({ mine: { constructor: 1 } })
    expect((await app.inject('/fails')).json()).toEqual({ mine: 'error' })
    expect((await app.inject('/nothing')).json()).toEqual({ mine: 'nothing' })
    expect((await app.inject({ method: 'GET', url: `${base}/api/v1/lookup?code=AA00`, headers })).statusCode).toBe(200)
    expect((await app.inject(`${base}/api/v1/nothing`)).json()).toMatchObject({ error: { code: 'UNKNOWN_ENDPOINT' } })
    const head = await app.inject({ method: 'HEAD', url: `${base}/api/v1/lookup?code=AA00`, headers })
    expect(head.statusCode).toBe(404)
    expect((await app.inject(`${base}/healthz`)).statusCode).toBe(200)
    expect((await store.wallet.balance(account.id, 'sandbox')).balance).toBe(inr('99.50'))
    await app.close()
  })

  it('is registered twice in one application, each with a store of its own', async () => {
    const stores = [memory(), memory()]
    const app = fastify()
    for (const [index, store] of stores.entries())
      await app.register(parakh, {
        prefix: `/brand${index}`,
        decorator: `brand${index}`,
        server: { publicUrl: `https://acme.example/brand${index}` },
        plugins: [lookup()],
        secrets: secretsForTest(),
        services: [service(Store, {}, () => store)],
        ...{ logger: false, development: true },
      })
    const [first] = stores
    if (!first) throw new Error('no store')
    const { headers } = await keyOf(first)
    expect((await app.inject({ method: 'GET', url: '/brand0/api/v1/lookup?code=AA00', headers })).statusCode).toBe(200)
    expect((await app.inject({ method: 'GET', url: '/brand1/api/v1/lookup?code=AA00', headers })).statusCode).toBe(401)
    expect((await app.inject('/brand0/metrics')).body).toContain('endpoint="lookup"')
    expect((await app.inject('/brand1/metrics')).body).not.toContain('outcome="answer"')
    await app.close()
  })

  it('decorates the application with the host, under a free name', async () => {
    const app = fastify()
    const services = [service(Store, {}, () => memory())]
    const config = { ...PUBLIC, plugins: [lookup()], secrets: secretsForTest(), services }
    await app.register(parakh, { prefix: '/verify', config, logger: false })
    expect(app.getDecorator<ParakhDecorator>('parakh').host.endpoints.map(({ endpoint }) => endpoint.id)).toContain(
      'lookup',
    )
    app.register(parakh, { prefix: '/again', config, logger: false })
    await expect(app.ready()).rejects.toMatchObject({ code: 'PLUGIN_REGISTERED_TWICE' })
    await app.close()
  })
})

describe('a server in a process', () => {
  it('installs no signal handler', async () => {
    const before = ['SIGINT', 'SIGTERM'].map((signal) => process.listenerCount(signal))
    const test = await serverForTest({ plugins: [lookup()] })
    expect(['SIGINT', 'SIGTERM'].map((signal) => process.listenerCount(signal))).toEqual(before)
    await test.server.close()
  })

  it('answers calls without HTTP', async () => {
    const test = await serverForTest({ plugins: [lookup()] })
    const reply = await test.host.call('lookup', { code: 'AA00' }, { keyId: test.sandbox.id })
    expect(reply).toMatchObject({ status: 200, data: { name: 'Asha' } })
    await test.server.close()
  })

  it('is served below the configured prefix', async () => {
    const test = await serverForTest({ plugins: [lookup()], config: { server: { prefix: '/verify', port: 0 } } })
    expect(
      (await test.app.inject({ url: '/verify/api/v1/lookup?code=AA00', headers: test.sandbox.headers })).statusCode,
    ).toBe(200)
    expect((await test.app.inject('/verify/openapi.json')).json().servers[0].url).toMatch(/\/verify$/)
    const { url } = await test.server.listen()
    expect(url).toMatch(/\/verify$/)
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    await test.server.close()
  })
})
