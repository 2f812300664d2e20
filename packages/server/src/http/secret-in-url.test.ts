import { Keys, Store, service } from '@parakh/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lookup } from '../../test/lookup-plugin.ts'
import { type ServerForTest, serverForTest } from '../../test/server-for-test.ts'
import { secretsIn } from './secret-in-url.ts'

describe('the secrets of a URL', () => {
  it.each([
    ['/nothing?x=sk_test_aB9', ['sk_test_aB9']],
    ['/sk_live_aB9/orders', ['sk_live_aB9']],
    ['/x?a=%73k%5Ftest%5Fa%42%39', ['sk_test_aB9']],
    ['/x?a=%ff&b=sk_test_aB%39', ['sk_test_aB9']],
    ['/x?a=sk_test_a&a=sk_test_a&sk_live_b', ['sk_test_a', 'sk_live_b']],
    ['/x?a=pk_test_aB9&b=sk_test_&c=task_list', []],
  ])('of %s are found', (url, secrets) => {
    expect(secretsIn(url)).toEqual(secrets)
  })

  it('are looked up for five of them at most', () => {
    expect(secretsIn(`/?${Array.from({ length: 100 }, (_, index) => `sk_test_${index}`).join('&')}`)).toHaveLength(5)
  })
})

describe('a secret in the URL', () => {
  let test: ServerForTest
  let prefixed: ServerForTest
  beforeAll(async () => {
    test = await serverForTest({ plugins: [lookup()] })
    prefixed = await serverForTest({ plugins: [lookup()], config: { server: { port: 0, prefix: '/kyc' } } })
  })
  afterAll(async () => {
    await test.server.close()
    await prefixed.server.close()
  })

  const hundred = Array.from({ length: 101 }, (_, index) => `a${index}=1`).join('&')
  it.each([
    ['an unknown route', 'GET', '/api/v1/nothing?secret='],
    ['a wrong method', 'DELETE', '/api/v1/lookup?code='],
    ['the path of a document', 'GET', '/openapi.json?key='],
    ['a page', 'GET', '/docs?key='],
    ['an operation', 'GET', '/healthz?key='],
    ['a callback', 'POST', '/callbacks/lookup/live?key='],
    ['a path parameter', 'GET', '/api/v1/items/'],
    ['a repeated parameter', 'GET', '/api/v1/lookup?code=AA00&code='],
    ['the first of a repeated parameter', 'GET', '/api/v1/lookup?code=AA00&x=1&x=2&x='],
    ['a parameter beyond the hundredth', 'GET', `/api/v1/lookup?${hundred}&code=`],
    ['an undecodable query', 'GET', '/api/v1/lookup?code=%ff&x=%zz'],
    ['an undecodable path', 'GET', '/api/v1/%ff'],
    ['too long a path parameter', 'GET', `/api/v1/items/${'x'.repeat(300)}`],
    ['a POST', 'POST', '/api/v1/post-lookup?api_secret='],
  ] as const)('is refused and flagged in %s, and logged nowhere', async (_, method, url) => {
    const exposed = await test.key('sandbox')
    const headers = { ...test.sandbox.headers, 'x-request-id': 'order-1' }
    const reply = await test.app.inject({ method, url: `${url}${exposed.apiSecret}`, headers })
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({
      success: false,
      request_id: 'order-1',
      error: { code: 'SECRET_IN_URL' },
      meta: { charged: 0 },
    })
    expect(reply.headers['x-request-id']).toBe('order-1')
    expect((await test.store.keys.get(exposed.id))?.key.exposedAt).toBeInstanceOf(Date)
    expect(test.logger.text()).not.toContain(exposed.apiSecret)
  })

  it('is refused in the envelope of the endpoint, also below a prefix', async () => {
    for (const [{ app, sandbox }, prefix] of [
      [test, ''],
      [prefixed, '/kyc'],
    ] as const) {
      const legacy = await app.inject(`${prefix}/api/v1/legacy-lookup?code=AA00&code=${sandbox.apiSecret}`)
      expect(legacy.statusCode).toBe(400)
      expect(Object.keys(legacy.json())).toEqual(['status', 'message'])
      const verify = await app.inject({ method: 'POST', url: `${prefix}/api/v1/verify/lookup?x=${sandbox.apiSecret}` })
      expect(verify.json()).toMatchObject({ status: 'error', error: { code: 'SECRET_IN_URL' } })
    }
  })

  it.each([
    [false, 200],
    [true, 401],
  ])('revokes its key if configured: %s', async (revokeExposed, status) => {
    const own = await serverForTest({ plugins: [lookup()], config: { security: { revokeExposed } } })
    await own.app.inject(`/api/v1/nothing?x=${own.sandbox.apiSecret}`)
    const reply = await own.app.inject({ url: '/api/v1/balance', headers: own.sandbox.headers })
    expect(reply.statusCode).toBe(status)
    expect(own.logger.of('request.credential_exposed')).toHaveLength(1)
    await own.server.close()
  })

  it('revokes its key without HTTP too, and reports it', async () => {
    const own = await serverForTest({ plugins: [lookup()], config: { security: { revokeExposed: true } } })
    const { apiKey, apiSecret } = own.sandbox
    const reply = await own.host.call('lookup', { code: apiSecret }, { apiKey, apiSecret })
    expect(reply).toMatchObject({ status: 400, code: 'SECRET_IN_URL' })
    expect(own.logger.of('request.credential_exposed')).toHaveLength(1)
    expect(await own.host.call('lookup', { code: 'AA00' }, { apiKey, apiSecret })).toMatchObject({ status: 401 })
    await own.server.close()
  })

  it('is refused also while its key cannot be flagged', async () => {
    const failing = await serverForTest({
      plugins: [lookup()],
      services: [
        service(Keys, { store: Store }, ({ store }) => ({
          ...store.keys,
          flagExposed: async () => {
            throw new Error('away')
          },
        })),
      ],
    })
    const reply = await failing.app.inject('/api/v1/nothing?x=sk_test_aB9')
    expect(reply.json()).toMatchObject({ error: { code: 'SECRET_IN_URL' } })
    expect(failing.logger.text()).toContain('request.exposed_key_not_flagged')
    await failing.server.close()
  })
})
