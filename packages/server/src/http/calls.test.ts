import { inr } from '@parakh/core'
import { afterEach, describe, expect, it } from 'vitest'
import { live, lookup } from '../../test/lookup-plugin.ts'
import { type ServerForTest, type ServerForTestOptions, serverForTest } from '../../test/server-for-test.ts'

const wide = { rateLimits: { perEndpoint: 1000, sandbox: 1000, production: 1000, inFlight: 100 } }

describe('calls over HTTP', () => {
  let test: ServerForTest
  const start = async (options: ServerForTestOptions = {}) => {
    test = await serverForTest({ plugins: [lookup()], ...options, config: { ...wide, ...options.config } })
    return test
  }
  afterEach(() => test.server.close())
  const get = (url: string, headers: Record<string, string> = test.sandbox.headers) =>
    test.app.inject({ method: 'GET', url, headers })
  const balance = async () => (await get('/api/v1/balance')).json().data.balance

  it('answers in each of the three envelopes and charges the listed price', async () => {
    await start()
    const modern = await get('/api/v1/lookup?code=AA00', { ...test.sandbox.headers, 'x-request-id': 'r-1' })
    expect(modern.json()).toMatchObject({
      success: true,
      request_id: 'r-1',
      meta: { charged: 0.5, environment: 'sandbox', balance: 99.5 },
      data: { code: 'AA00', name: 'Asha' },
    })
    expect(modern.headers).toMatchObject({
      'x-request-id': 'r-1',
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
    })
    const verify = await test.app.inject({
      method: 'POST',
      url: '/api/v1/verify/lookup',
      payload: { code: 'AA00' },
      headers: test.sandbox.headers,
    })
    expect(verify.json()).toMatchObject({ status: 'success', charged: 2, data: { name: 'Asha' } })
    const legacy = await get(`/api/v1/legacy-lookup?code=AA00&api_key=${test.sandbox.apiKey}`)
    expect(legacy.json()).toMatchObject({ status: '200', amount: '0.75', balance_left: '96.75' })
    expect(await balance()).toBe(96.75)
  })

  it('takes a path parameter', async () => {
    await start()
    expect((await get('/api/v1/items/aa00')).json()).toMatchObject({ data: { code: 'AA00' } })
    expect((await get('/api/v1/items/%ff')).statusCode).toBe(400)
  })

  it('shows the balance record, and does not count itself', async () => {
    await start()
    await get('/api/v1/lookup?code=AA00')
    await get('/api/v1/balance')
    expect((await get('/api/v1/balance')).json().data).toEqual({
      balance: 99.5,
      currency: 'INR',
      environment: 'sandbox',
      requests_today: 1,
      requests_total: 1,
    })
  })

  it.each([
    ['not-found', 404, 'CODE_NOT_FOUND'],
    ['upstream-failure', 503, 'UPSTREAM_UNAVAILABLE'],
    ['throttled', 429, 'RATE_LIMIT_EXCEEDED'],
  ])('plays the branch %s of the sandbox and charges nothing', async (scenario, status, code) => {
    await start()
    const reply = await get('/api/v1/lookup?code=AA00', { ...test.sandbox.headers, 'x-sandbox-scenario': scenario })
    expect(reply.statusCode).toBe(status)
    expect(reply.json()).toMatchObject({ error: { code } })
    if (status !== 404) expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
    expect(await balance()).toBe(100)
  })

  it('answers exactly as the live catalogue, for every branch', async () => {
    await start()
    const { scenarios } = (await get('/sandbox/scenarios', {})).json()
    expect(scenarios.length).toBeGreaterThan(12)
    for (const entry of scenarios) {
      const query = new URLSearchParams({
        ...entry.request.query,
        ...(entry.endpoint === 'legacy-lookup' ? { api_key: test.sandbox.apiKey } : {}),
      })
      const reply = await test.app.inject({
        method: entry.method,
        url: `${entry.path}?${query}`,
        headers: { ...test.sandbox.headers, ...entry.request.headers },
        ...(entry.request.body ? { payload: entry.request.body } : {}),
      })
      expect([entry.endpoint, entry.scenario, reply.statusCode]).toEqual([entry.endpoint, entry.scenario, entry.status])
    }
  })

  it('replays the stored bytes for the same request id, and refuses another request under it', async () => {
    await start()
    const headers = { ...test.sandbox.headers, 'x-request-id': 'again' }
    const first = await get('/api/v1/lookup?code=AA00', headers)
    const second = await get('/api/v1/lookup?code=aa00', headers)
    expect(second.body).toBe(first.body)
    expect(second.headers['idempotent-replayed']).toBe('true')
    expect((await get('/api/v1/lookup?code=ZZ00', headers)).json()).toMatchObject({
      error: { code: 'REQUEST_ID_REUSED' },
    })
    expect(await balance()).toBe(99.5)
  })

  it('lets exactly 10 of 64 parallel calls pass with funds for 10', async () => {
    await start()
    const first = await test.key('sandbox')
    // 100 INR pay for 50 calls at 2 INR; all but ten are spent first.
    const call = () =>
      test.app.inject({
        method: 'POST',
        url: '/api/v1/verify/lookup',
        payload: { code: 'AA00' },
        headers: first.headers,
      })
    for (let spent = 0; spent < 40; spent += 1) await call()
    const replies = await Promise.all(Array.from({ length: 64 }, call))
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(10)
    expect(replies.filter(({ statusCode }) => statusCode === 402)).toHaveLength(54)
    expect(await balance()).toBe(0)
  })

  it('refuses a wallet with one paisa too little', async () => {
    await start({ config: { pricing: { overrides: { lookup: '100.01' } } } })
    const reply = await get('/api/v1/lookup?code=AA00')
    expect(reply.statusCode).toBe(402)
    expect(reply.json()).toMatchObject({ error: { code: 'INSUFFICIENT_BALANCE' }, meta: { charged: 0 } })
    expect(await balance()).toBe(100)
  })

  it('charges once for the same request id 20 times in parallel, with one body', async () => {
    await start()
    const headers = { ...test.sandbox.headers, 'x-request-id': 'once' }
    const replies = await Promise.all(Array.from({ length: 20 }, () => get('/api/v1/lookup?code=AA00', headers)))
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    expect(new Set(replies.map(({ body }) => body)).size).toBe(1)
    expect(await balance()).toBe(99.5)
  })

  it('answers 429 with the headers of the window, and Retry-After', async () => {
    await start({ config: { rateLimits: { ...wide.rateLimits, perEndpoint: 2 } } })
    const first = await get('/api/v1/lookup?code=AA00')
    expect(first.headers).toMatchObject({ 'x-ratelimit-limit': '2', 'x-ratelimit-remaining': '1' })
    await get('/api/v1/lookup?code=AA00')
    const third = await get('/api/v1/lookup?code=AA00')
    expect(third.statusCode).toBe(429)
    expect(third.headers).toMatchObject({ 'x-ratelimit-limit': '2', 'x-ratelimit-remaining': '0' })
    expect(Number(third.headers['retry-after'])).toBeGreaterThan(0)
  })

  it.each([
    { what: 'answers garbage', find: async () => ({ code: 'AB12', name: JSON.parse('1') }), status: 422 },
    { what: "answers another one's record", find: async () => ({ code: 'BB11', name: 'Other' }), status: 422 },
    { what: 'throws', find: async () => Promise.reject(new Error('secret detail')), status: 503 },
  ])('charges nothing for a provider that $what', async ({ find, status }) => {
    const code = status === 422 ? 'UPSTREAM_UNPROCESSABLE' : 'UPSTREAM_UNAVAILABLE'
    await start({ plugins: [lookup({ live: live(find) })] })
    const production = await test.key('production')
    await test.store.wallet.credit({
      accountId: test.account.id,
      environment: 'production',
      amount: inr('5'),
      reference: 'r',
      actor: 't',
    })
    const reply = await get('/api/v1/lookup?code=AB12', production.headers)
    expect(reply.statusCode).toBe(status)
    expect(reply.json()).toMatchObject({ error: { code }, meta: { charged: 0 } })
    expect(reply.body).not.toContain('secret detail')
    const { balance, held } = await test.store.wallet.balance(test.account.id, 'production')
    expect([balance, held]).toEqual([inr('5'), 0])
  })

  it('answers upstream failures of legacy endpoints as the configuration says', async () => {
    await start({ config: { legacy: { upstreamStatus: 503 } } })
    const url = `/api/v1/legacy-lookup?code=AA00&api_key=${test.sandbox.apiKey}`
    const reply = await get(url, { ...test.sandbox.headers, 'x-sandbox-scenario': 'upstream-failure' })
    expect(reply.statusCode).toBe(503)
    expect(reply.json()).toMatchObject({ message: 'request failed' })
  })
})
