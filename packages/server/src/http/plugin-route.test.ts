import {
  defineEndpoint,
  definePlugin,
  defineRoute,
  inr,
  modern,
  type RouteRequest,
  Store,
  service,
  token,
} from '@parakh/core'
import fastify from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { type ServerForTest, secretsForTest, serverForTest } from '../../test/server-for-test.ts'
import { parakh } from '../fastify-plugin.ts'
import { createServer } from '../server.ts'

const Greeting = token<{ word: string }>('acme.greeting')
const chunks = async function* () {
  yield Buffer.from('first,')
  yield Buffer.from('second')
}

describe('a route of a plugin', () => {
  let test: ServerForTest
  const seen: RouteRequest[] = []
  const acme = definePlugin({
    ...{ id: 'acme', contract: 1 },
    services: [service(Greeting, {}, () => ({ word: 'namaste' }))],
    routes: [
      defineRoute({
        ...{ id: 'acme.push', method: 'POST', path: '/acme/{source}/push', bodyLimitBytes: 64 },
        needs: { greeting: Greeting },
        handle({ request, greeting }) {
          seen.push(request)
          return { status: 202, headers: { 'x-word': greeting.word, 'content-type': 'text/plain' }, body: request.body }
        },
      }),
      defineRoute({
        ...{ id: 'acme.file', method: 'GET', path: '/acme/files/{name...}', needs: {} },
        handle({ request, answer }) {
          seen.push(request)
          const { name = '' } = request.params
          if (name === 'nothing') return answer.unknown()
          if (name === 'later')
            return answer.fault({ status: 503, code: 'FILE_BUSY', message: 'The file is being written' })
          if (name === 'page') return answer.page({ heading: 'A <heading>', text: 'A text' }, 404)
          if (name === 'fall') throw new TypeError('sk_live_secret of the handler')
          if (name === 'none') return { headers: { etag: '"one"' } }
          return { headers: { 'content-type': 'text/csv' }, body: chunks() }
        },
      }),
      defineRoute({
        ...{ id: 'acme.signed', method: 'POST', path: '/acme/signed', needs: {} },
        handle: ({ request, answer }) => answer.callback(Buffer.from(request.body).toString('utf8')),
      }),
    ],
  })
  const start = async () => {
    test = await serverForTest({
      plugins: [acme()],
      config: { brand: { name: 'Acme & Sons' }, server: { port: 0, prefix: '/v' } },
    })
  }
  afterEach(async () => {
    seen.length = 0
    await test.server.close()
  })

  it('gets the bytes as they were sent, whatever their type says, and needs no key', async () => {
    await start()
    const payload = Buffer.from([0x7b, 0x20, 0xff, 0x00])
    const headers = { 'content-type': 'application/json', 'x-signature': 'abc', 'x-forwarded-for': '203.0.113.9' }
    const reply = await test.app.inject({ method: 'POST', url: '/v/acme/a%20b/push?x=1&x=2', payload, headers })
    expect([reply.statusCode, reply.headers['x-word'], reply.headers['content-type']]).toEqual([
      202,
      'namaste',
      'text/plain',
    ])
    expect(reply.rawPayload).toEqual(payload)
    const [request] = seen
    expect(request).toMatchObject({ method: 'POST', params: { source: 'a b' }, ip: '127.0.0.1' })
    expect(request?.headers['x-signature']).toBe('abc')
    expect(request?.query.getAll('x')).toEqual(['1', '2'])
    expect(request?.hmac('sha256', 'key', 'content')).toMatch(/^[0-9a-f]{64}$/)
  })

  it('takes a body up to its limit, and no longer one', async () => {
    await start()
    const push = (length: number) =>
      test.app.inject({ method: 'POST', url: '/v/acme/one/push', payload: 'x'.repeat(length) })
    expect((await push(64)).statusCode).toBe(202)
    expect((await push(65)).statusCode).toBe(413)
    expect(seen).toHaveLength(1)
  })

  it('answers streams, and HEAD without a body', async () => {
    await start()
    const file = await test.app.inject('/v/acme/files/2026/list.csv')
    expect([file.statusCode, file.headers['content-type'], file.body]).toEqual([200, 'text/csv', 'first,second'])
    expect(seen[0]?.params).toEqual({ name: '2026/list.csv' })
    const head = await test.app.inject({ method: 'HEAD', url: '/v/acme/files/none' })
    expect([head.statusCode, head.headers['etag'], head.body]).toEqual([200, '"one"', ''])
    expect(seen[1]?.method).toBe('HEAD')
    expect((await test.app.inject({ method: 'POST', url: '/v/acme/files/x' })).statusCode).toBe(404)
  })

  it('answers in the form of the server: pages of its brand, errors in its envelope, signed callbacks', async () => {
    await start()
    const page = await test.app.inject('/v/acme/files/page')
    expect([page.statusCode, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
    expect(page.body).toContain('A &#60;heading&#62;')
    expect(page.body).toContain('Acme &#38; Sons')
    const later = await test.app.inject('/v/acme/files/later')
    expect([later.statusCode, later.json()]).toEqual([
      503,
      expect.objectContaining({ error: { code: 'FILE_BUSY', message: 'The file is being written' } }),
    ])
    expect((await test.app.inject('/v/acme/files/nothing')).json()).toMatchObject({
      error: { code: 'UNKNOWN_ENDPOINT' },
    })
    const statuses = await Promise.all(
      ['accepted', 'refused', 'malformed', 'unknown'].map(
        async (payload) => (await test.app.inject({ method: 'POST', url: '/v/acme/signed', payload })).statusCode,
      ),
    )
    expect(statuses).toEqual([200, 401, 400, 404])
  })

  it('that fails is logged by its id and answered 500, and nothing of the request is in the log', async () => {
    await start()
    const reply = await test.app.inject({
      url: '/v/acme/files/fall?token=secret-of-a-link',
      headers: { 'x-request-id': 'mine-1' },
    })
    expect([reply.statusCode, reply.headers['x-request-id']]).toEqual([500, 'mine-1'])
    expect(reply.json()).toMatchObject({ error: { code: 'INTERNAL_ERROR' } })
    expect(test.logger.text()).toContain('acme.file')
    expect(test.logger.text()).not.toMatch(/secret-of-a-link|sk_live_secret/)
  })

  it('is served within an application that reads JSON by itself', async () => {
    await start()
    const app = fastify()
    await app.register(parakh, {
      plugins: [acme()],
      secrets: secretsForTest(),
      services: [service(Store, {}, () => test.store)],
      server: { publicUrl: 'https://acme.example/inner' },
      logger: false,
      prefix: '/inner',
    })
    const payload = '{ "spaces":  "kept" }'
    const headers = { 'content-type': 'application/json' }
    const reply = await app.inject({ method: 'POST', url: '/inner/acme/one/push', payload, headers })
    expect([reply.statusCode, reply.body]).toEqual([202, payload])
    await app.close()
  })
})

describe('routes that cannot be served', () => {
  const route = (path: string, id: `${string}.${string}` = 'a.route', more: { bodyLimitBytes?: number } = {}) =>
    defineRoute({ id, method: 'GET', path, needs: {}, handle: ({ answer }) => answer.unknown(), ...more })
  const plugin = (id: string, ...routes: ReturnType<typeof route>[]) => definePlugin({ id, contract: 1, routes })()
  const never = service(Store, {}, () => Promise.reject(new TypeError('a composition with faults opens nothing')))
  const faultsOf = async (...plugins: ReturnType<typeof plugin>[]): Promise<readonly string[]> => {
    const error = await createServer({ plugins, services: [never], secrets: secretsForTest() }, { logger: false }).then(
      () => ({ faults: [] }),
      (thrown: { faults: readonly { code: string; path: string; message: string }[] }) => thrown,
    )
    return error.faults.map(({ code, path, message }) => `${path} ${code} ${message}`)
  }

  it('are faults that name both plugins and the path', async () => {
    const one = plugin('one', route('/one/{a}', 'one.a'), route('/two/{x...}', 'one.x'), route('/api/v1/{z}', 'one.z'))
    const two = plugin('two', route('/one/{b}', 'two.b'), route('/two/{x}', 'two.x'))
    const endpoint = defineEndpoint({
      ...{ id: 'sold', method: 'GET', path: '/{y}', group: 'g', summary: 's', envelope: modern, price: inr('1') },
      ...{ request: z.object({ y: z.string() }), data: z.object({}), fixtures: [] },
      handle: async ({ answer }) => answer({}),
    })
    const three = definePlugin({ id: 'three', contract: 1, endpoints: [endpoint] })()
    expect(await faultsOf(one, two, three)).toEqual([
      expect.stringMatching(/^plugins\.0 ROUTE_CONFLICT GET \/api\/v1\/\{z\} is taken by both "three" and "one"/),
      expect.stringMatching(/^plugins\.1 ROUTE_CONFLICT GET \/one\/\{b\} is taken by both "one" and "two"/),
    ])
  })

  it('are faults where they begin as the server does, are no path, take no size or share an id', async () => {
    const one = plugin(
      'one',
      route('/metrics/of/mine', 'one.metrics'),
      route('/{anything}', 'one.anything'),
      route('/one', 'one.size', { bodyLimitBytes: 0 }),
      route('/two', 'one.size'),
    )
    const missing = token<object>('acme.missing')
    const needy = defineRoute({
      ...{ id: 'needy.route', method: 'GET', path: '/needy', needs: { missing } },
      handle: ({ answer }) => answer.unknown(),
    })
    const faults = await faultsOf(one, definePlugin({ id: 'needy', contract: 1, routes: [needy] })())
    expect(faults.map((text) => text.slice(0, 75))).toEqual([
      'plugins.0 ROUTE_INVALID The route "one.metrics": the path "/metrics/of/mine',
      'plugins.0 ROUTE_INVALID The route "one.anything": the path "/{anything}" mu',
      'plugins.0 ROUTE_INVALID The route "one.size": bodyLimitBytes must be a whol',
      'plugins.0 ROUTE_INVALID The route "one.size": both "one" and "one" have one',
      'plugins.1 SERVICE_MISSING Nothing provides "acme.missing", which the route ',
    ])
  })
})
