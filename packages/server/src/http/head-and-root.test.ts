import { createServer as createHttpServer } from 'node:http'
import { defineEndpoint, definePlugin, inr, modern, Store, service, zero } from '@parakh/core'
import { decide } from '@parakh/kernel'
import { createMemoryStore } from '@parakh/testkit'
import fastify from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { lookup } from '../../test/lookup-plugin.ts'
import { secretsForTest, serverForTest } from '../../test/server-for-test.ts'
import { parakh } from '../fastify-plugin.ts'
import { systemClock } from '../services/system-clock.ts'
import { ulidIds } from '../services/ulid-ids.ts'

const endings: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

const shared = { method: 'GET', group: 'Tills', envelope: modern, request: z.object({}), fixtures: [] } as const
const data = z.object({ open: z.boolean() })
/** Endpoints outside /api/v1: a paid one, one that could be paid, one that is always free. */
const till = definePlugin({
  id: 'till',
  contract: 1,
  mount: '/till',
  endpoints: [
    defineEndpoint({
      ...{ ...shared, data, id: 'till-sale', path: '/sale', summary: 'Get a sale', price: inr('1') },
      handle: async ({ answer }) => answer({ open: true }),
    }),
    defineEndpoint({
      ...{ ...shared, data, id: 'till-gift', path: '/gift', summary: 'Get a gift', price: zero },
      handle: async ({ answer }) => answer({ open: true }),
    }),
    defineEndpoint({
      ...{ ...shared, data, id: 'till-state', path: '/state', summary: 'Get the state', price: zero, replay: false },
      handle: async ({ answer }) => answer({ open: true }),
    }),
  ],
})

describe('HEAD', () => {
  it('answers without a body where a free GET outside of /api/v1 does', async () => {
    const test = await serverForTest({ plugins: [lookup(), till()] })
    endings.push(() => test.server.close())
    const ask = (method: 'GET' | 'HEAD', url: string) => test.app.inject({ method, url, headers: test.sandbox.headers })
    const paths = [
      '/',
      '/docs',
      '/docs/scalar.js',
      '/openapi.json',
      '/openapi/lookup.json',
      '/postman.json',
      '/healthz',
    ]
    const others = ['/readyz', '/sandbox/scenarios', '/.well-known/jwks.json', '/till/state']
    for (const path of [...paths, ...others]) {
      const [got, head] = [await ask('GET', path), await ask('HEAD', path)]
      expect([path, head.statusCode, head.body]).toEqual([path, got.statusCode, ''])
      expect([path, head.headers['content-type']]).toEqual([path, got.headers['content-type']])
    }
  })

  it('is 404, and charges nothing, on calls below /api/v1 and on whatever may cost something', async () => {
    const test = await serverForTest({ plugins: [lookup(), till()] })
    endings.push(() => test.server.close())
    const base = await test.app.listen({ host: '127.0.0.1', port: 0 })
    for (const url of [
      '/api/v1/lookup?code=AA00',
      '/api/v1/balance',
      '/api/v1/items/AA00',
      '/till/sale',
      '/till/gift',
    ]) {
      const reply = await fetch(`${base}${url}`, { method: 'HEAD', headers: test.sandbox.headers })
      expect([url, reply.status, await reply.text()]).toEqual([url, 404, ''])
    }
    expect((await test.store.wallet.balance(test.account.id, 'sandbox')).balance).toBe(inr('100'))
  })

  it('is answered by the admin API as its GET is', async () => {
    const test = await serverForTest()
    endings.push(() => test.server.close())
    const [got, head] = [
      await test.app.inject({ method: 'GET', url: '/admin/v1/accounts' }),
      await test.app.inject({ method: 'HEAD', url: '/admin/v1/accounts' }),
    ]
    expect([head.statusCode, head.body]).toEqual([got.statusCode, ''])
    expect(got.statusCode).toBe(401)
  })
})

describe('the root', () => {
  /** The final URL of a browser that requests a path. */
  async function endOf(origin: string, path: string): Promise<string> {
    const reply = await fetch(`${origin}${path}`)
    expect(await reply.text()).toContain('API reference</title>')
    return new URL(reply.url).pathname
  }

  it('leads to the reference page, below a prefix of the server too', async () => {
    for (const prefix of ['', '/verify']) {
      const test = await serverForTest({ config: { server: { port: 0, prefix } } })
      endings.push(() => test.server.close())
      const { origin } = new URL((await test.server.listen()).url)
      expect(await endOf(origin, `${prefix}/`)).toBe(`${prefix}/docs`)
      if (prefix !== '') expect(await endOf(origin, `${prefix}?from=mail`)).toBe(`${prefix}/docs`)
    }
  })

  it('redirects below the prefix of a Fastify application, and not at its root', async () => {
    const app = fastify()
    endings.push(() => app.close())
    app.get('/', () => 'our own page')
    const clock = systemClock()
    const store = createMemoryStore({ decide, clock, ids: ulidIds(clock) })
    await app.register(parakh, {
      ...{ prefix: '/outer/verify', plugins: [], secrets: secretsForTest(), logger: false },
      services: [service(Store, {}, () => store)],
      server: { publicUrl: 'https://api.acme.example/outer/verify' },
    })
    const origin = await app.listen({ port: 0 })
    for (const path of ['/outer/verify', '/outer/verify/']) expect(await endOf(origin, path)).toBe('/outer/verify/docs')
    expect(await (await fetch(origin)).text()).toBe('our own page')
  })

  it('redirects below a path that the outer application has stripped', async () => {
    const test = await serverForTest({ config: { server: { port: 0, publicUrl: 'https://api.acme.example/verify' } } })
    endings.push(() => test.server.close())
    // As Express does for app.use('/verify', handler).
    const outer = createHttpServer((request, response) => {
      const { url = '/' } = request
      Object.assign(request, { originalUrl: url, url: url.replace(/^\/verify/, '').replace(/^(?!\/)/, '/') })
      test.server.handler(request, response)
    })
    await new Promise<void>((resolve) => outer.listen(0, '127.0.0.1', resolve))
    endings.push(() => new Promise((resolve) => outer.close(resolve)))
    const address = outer.address()
    const origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
    for (const path of ['/verify', '/verify/']) expect(await endOf(origin, path)).toBe('/verify/docs')
  })
})
