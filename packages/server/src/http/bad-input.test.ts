import { inr } from '@parakh/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lookup } from '../../test/lookup-plugin.ts'
import { type ServerForTest, serverForTest } from '../../test/server-for-test.ts'

describe('bad input', () => {
  let test: ServerForTest
  beforeAll(async () => {
    test = await serverForTest({
      plugins: [lookup()],
      config: { rateLimits: { perEndpoint: 1000, sandbox: 1000, failedAuth: 1000, unknownKeys: 1000 } },
    })
  })
  afterAll(() => test.server.close())

  const charged = async (): Promise<number> =>
    inr('100') - (await test.store.wallet.balance(test.account.id, 'sandbox')).balance
  const post = (url: string, payload: string | object, headers: Record<string, string> = {}) =>
    test.app.inject({
      method: 'POST',
      url,
      payload,
      headers: { ...test.sandbox.headers, 'content-type': 'application/json', ...headers },
    })
  const get = (url: string, headers: Record<string, string> = {}) =>
    test.app.inject({ method: 'GET', url, headers: { ...test.sandbox.headers, ...headers } })

  it.each([
    ['text/plain', '{"code":"AA00"}'],
    ['application/x-www-form-urlencoded', 'code=AA00'],
    ['application/jsonp', '{"code":"AA00"}'],
  ])('refuses the content type %s with 400 in the envelope of the endpoint', async (type, body) => {
    const reply = await post('/api/v1/verify/lookup', body, { 'content-type': type })
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({ status: 'error', error: { code: 'BAD_REQUEST' }, charged: 0 })
  })

  it.each([
    ['truncated', '{"code":"AA0'],
    ['an array', '["AA00"]'],
    ['a word', 'AA00'],
    ['with __proto__', '{"code":"AA00","__proto__":{"x":1}}'],
    ['with an escaped __proto__', '{"code":"AA00","\\u005f_proto__":{"x":1}}'],
    ['with constructor', '{"code":"AA00","constructor":{"prototype":{"x":1}}}'],
    ['deeply nested', `{"code":${'['.repeat(5000)}${']'.repeat(5000)}}`],
  ])('refuses JSON that is %s with 400 and without its content', async (_, body) => {
    const reply = await post('/api/v1/post-lookup', body)
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({ success: false, error: { code: 'BAD_REQUEST' }, meta: { charged: 0 } })
    expect(reply.body).not.toContain('AA0')
  })

  it('refuses a body that is not UTF-8', async () => {
    const reply = await test.app.inject({
      method: 'POST',
      url: '/api/v1/post-lookup',
      payload: Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
      headers: { ...test.sandbox.headers, 'content-type': 'application/json' },
    })
    expect(reply.statusCode).toBe(400)
  })

  it('refuses a body above 64 kB with 413 in the envelope of the endpoint', async () => {
    const body = JSON.stringify({ code: 'x'.repeat(1_048_576) })
    const modern = await post('/api/v1/post-lookup', body)
    expect(modern.statusCode).toBe(413)
    expect(modern.json()).toMatchObject({ success: false, error: { code: 'PAYLOAD_TOO_LARGE' } })
    const verify = await post('/api/v1/verify/lookup', body)
    expect(verify.json()).toMatchObject({ status: 'error', error: { code: 'PAYLOAD_TOO_LARGE' } })
  })

  it('answers 401 before 400: a malformed body without credentials reveals nothing', async () => {
    const reply = await test.app.inject({
      method: 'POST',
      url: '/api/v1/post-lookup',
      payload: '{',
      headers: { 'content-type': 'application/json' },
    })
    expect(reply.statusCode).toBe(401)
    expect(reply.json()).toMatchObject({ error: { code: 'INVALID_API_KEY' } })
  })

  it.each(['?code=AA00&code=ZZ00', '?code=AA00&%63ode=ZZ00'])(
    'refuses a repeated query parameter: %s',
    async (query) => {
      const reply = await get(`/api/v1/lookup${query}`)
      expect(reply.statusCode).toBe(400)
      expect(reply.json()).toMatchObject({ error: { code: 'BAD_REQUEST' } })
    },
  )

  it('refuses ten thousand query parameters and broken percent-encoding', async () => {
    const many = Array.from({ length: 10_000 }, (_, index) => `a${index}=1`).join('&')
    expect((await get(`/api/v1/lookup?${many}`)).statusCode).toBe(400)
    expect((await get('/api/v1/lookup?code=%ff')).statusCode).toBe(400)
  })

  it('refuses __proto__ in the query as an unknown field, and changes no prototype', async () => {
    const reply = await get('/api/v1/lookup?code=AA00&__proto__=1&constructor=2')
    expect(reply.statusCode).toBe(422)
    expect(Object.prototype).not.toHaveProperty('x')
  })

  it('refuses unknown fields by name', async () => {
    const reply = await post('/api/v1/post-lookup', { code: 'AA00', balance: 1, role: 'super_admin' })
    expect(reply.statusCode).toBe(422)
    expect(Object.keys(reply.json().errors)).toEqual(expect.arrayContaining(['balance', 'role']))
  })

  it.each([
    ['DELETE', '/api/v1/lookup'],
    ['POST', '/api/v1/lookup'],
    ['GET', '/api/v1/post-lookup'],
    ['PUT', '/api/v1/post-lookup'],
    ['OPTIONS', '/api/v1/lookup'],
    ['GET', '/api/v1/nothing'],
    ['GET', '/api/v1/lookup/'],
    ['GET', '/api/v1/LOOKUP?code=AA00'],
    ['GET', '//api/v1/lookup?code=AA00'],
  ] as const)('answers %s %s as an unknown endpoint', async (method, url) => {
    const reply = await test.app.inject({ method, url, headers: test.sandbox.headers })
    expect(reply.statusCode).toBe(404)
    expect(reply.json()).toMatchObject({ success: false, error: { code: 'UNKNOWN_ENDPOINT' }, meta: { charged: 0 } })
  })

  it('answers HEAD on a billable route with 404 and charges nothing', async () => {
    const before = await charged()
    const reply = await test.app.inject({
      method: 'HEAD',
      url: '/api/v1/lookup?code=AA00',
      headers: test.sandbox.headers,
    })
    expect(reply.statusCode).toBe(404)
    expect(await charged()).toBe(before)
  })

  it('accepts lower case and converts it to upper case', async () => {
    const reply = await get('/api/v1/lookup?code=aa00')
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toMatchObject({ data: { code: 'AA00' } })
  })

  it.each(['?code=AA00&api_secret=', '?code='])(
    'refuses a secret in the URL (%s…), flags its key and logs none of it',
    async (query) => {
      const exposed = await test.key('sandbox')
      const reply = await test.app.inject({ method: 'GET', url: `/api/v1/lookup${query}${exposed.apiSecret}` })
      expect(reply.statusCode).toBe(400)
      expect(reply.json()).toMatchObject({ error: { code: 'SECRET_IN_URL' } })
      expect((await test.store.keys.get(exposed.id))?.key.exposedAt).toBeInstanceOf(Date)
      expect(test.logger.text()).not.toContain(exposed.apiSecret)
    },
  )

  it.each([' ', 'a b', 'x'.repeat(129), 'é'])('refuses the request id %j', async (id) => {
    const reply = await get('/api/v1/lookup?code=AA00', { 'x-request-id': id })
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({ error: { code: 'INVALID_REQUEST_ID' } })
  })

  it('logs neither URL nor query nor body nor header', () => {
    const text = test.logger.text()
    for (const secret of ['AA00', 'code=', test.sandbox.apiSecret, '/api/v1']) expect(text).not.toContain(secret)
  })
})
