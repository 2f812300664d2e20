import { ParakhError, Store, service } from '@parakh/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { LookupProvider, live, lookup } from '../../test/lookup-plugin.ts'
import { type ServerForTest, serverForTest } from '../../test/server-for-test.ts'

const genuine = 'open sesame'
const withCallback = LookupProvider.implement({
  id: 'signed',
  options: z.object({}),
  make: () => ({ find: async (input) => ({ code: input.code, name: 'Live' }) }),
  callback: ({ headers }) => {
    if (headers['x-signature'] === genuine) throw new Error('no writes here')
    return null
  },
})

describe('what operators fetch', () => {
  let test: ServerForTest
  beforeAll(async () => {
    test = await serverForTest({
      plugins: [lookup({ live: [live(async (code) => ({ code, name: 'Live' })), withCallback({})] })],
      config: {
        brand: {
          name: 'Acme <Verify>',
          colour: '#0a7d5c',
          supportEmail: 'help@acme.example',
          logo: 'https://acme.example/logo.svg',
        },
      },
    })
  })
  afterAll(() => test.server.close())
  const get = (url: string, headers = {}) => test.app.inject({ method: 'GET', url, headers })

  it('reports liveness and readiness', async () => {
    expect((await get('/healthz')).json()).toEqual({ status: 'alive' })
    const ready = await get('/readyz')
    expect(ready.statusCode).toBe(200)
    expect(ready.json()).toMatchObject({ status: 'ready', store: 'ok' })
  })

  it('is not ready while the store does not answer', async () => {
    const broken = await serverForTest({
      services: [service(Store, {}, () => ({ ...test.store, ping: () => Promise.reject(new Error('down')) }))],
    })
    const ready = await broken.app.inject('/readyz')
    expect(ready.statusCode).toBe(503)
    expect(ready.json()).toMatchObject({ status: 'unavailable' })
    await broken.server.close()
  })

  it.each([
    ['DATABASE_FULL', 'disk_full'],
    ['DATABASE_FILE_REPLACED', 'unavailable'],
  ])('is not ready while nothing can be written (%s), and says why', async (code, status) => {
    const ping = () => Promise.reject(new ParakhError(code, 'no room'))
    const broken = await serverForTest({ services: [service(Store, {}, () => ({ ...test.store, ping }))] })
    const ready = await broken.app.inject('/readyz')
    expect(ready.statusCode).toBe(503)
    expect(ready.json()).toMatchObject({ status, store: code })
    expect((await broken.app.inject('/metrics')).body).toContain(`parakh_readiness{status="${status}"} 1`)
    await broken.server.close()
  })

  it('reports stopped money, and stays ready for free calls', async () => {
    await test.store.money.stop('stopped', 'I3: a balance that its entries do not explain')
    const ready = await get('/readyz')
    expect(ready.statusCode).toBe(200)
    expect(ready.json()).toMatchObject({ status: 'money_stopped', money: 'stopped' })
    const told = async () => (await get('/metrics')).body.match(/^parakh_readiness\{status="\w+"\} 1$/gm)
    expect(await told()).toEqual(['parakh_readiness{status="money_stopped"} 1'])
    await test.store.money.resume('mended')
    expect(await told()).toEqual(['parakh_readiness{status="ready"} 1'])
    expect((await get('/readyz')).json()).toMatchObject({ status: 'ready' })
  })

  it('counts calls by endpoint, environment, outcome and status, and the money', async () => {
    await get('/api/v1/lookup?code=AA00', test.sandbox.headers)
    await get('/api/v1/lookup?code=ZZ00', test.sandbox.headers)
    await get('/api/v1/nothing')
    const { body, headers } = await get('/metrics')
    expect(headers['content-type']).toContain('text/plain')
    expect(body).toContain(
      'parakh_calls_total{endpoint="lookup",environment="sandbox",outcome="answer",status="200"} 1',
    )
    expect(body).toContain('parakh_calls_total{endpoint="lookup",environment="sandbox",outcome="none",status="404"} 1')
    expect(body).toContain('parakh_calls_total{endpoint="unknown",environment="none",outcome="refused",status="404"} 1')
    expect(body).toContain('parakh_charged_micro_rupees_total{endpoint="lookup",environment="sandbox"} 500000')
    expect(body).toContain('parakh_call_duration_seconds_bucket')
    expect(body).toContain('process_resident_memory_bytes')
  })

  it('counts the money of a replay once', async () => {
    const headers = { ...test.sandbox.headers, 'x-request-id': 'same' }
    const charged = async () =>
      Number(/parakh_charged_micro_rupees_total\{[^}]*\} (\d+)/.exec((await get('/metrics')).body)?.[1])
    await get('/api/v1/lookup?code=AA00', headers)
    const once = await charged()
    await get('/api/v1/lookup?code=AA00', headers)
    expect(await charged()).toBe(once)
  })

  it('writes one line per call, of facts only', async () => {
    const before = test.logger.of('request').length
    await get('/api/v1/lookup?code=AA00', { ...test.sandbox.headers, 'x-request-id': 'told-1' })
    const lines = test.logger.of('request').slice(before)
    expect(lines).toHaveLength(1)
    expect(lines[0]?.facts).toMatchObject({
      request_id: 'told-1',
      endpoint: 'lookup',
      status: 200,
      outcome: 'answer',
      environment: 'sandbox',
      account: test.account.id,
      key: test.sandbox.id,
      reference: expect.stringMatching(/./),
    })
    expect(Object.keys(lines[0]?.facts ?? {}).sort()).toEqual([
      'account',
      'code',
      'endpoint',
      'environment',
      'key',
      'ms',
      'outcome',
      'reference',
      'request_id',
      'status',
    ])
  })

  it('logs account and key of each call with a known key, refusals and replays included', async () => {
    const before = test.logger.of('request').length
    const headers = { ...test.sandbox.headers, 'x-request-id': 'told-2' }
    await get('/api/v1/lookup?code=AA00', headers)
    await get('/api/v1/lookup?code=AA00', headers)
    await get('/api/v1/lookup', test.sandbox.headers)
    await get('/api/v1/lookup?code=AA00', { 'x-api-key': 'pk_test_nobody', 'x-api-secret': 'sk_test_nothing' })
    const told = test.logger.of('request').slice(before)
    const whose = { account: test.account.id, key: test.sandbox.id }
    expect(told.map(({ facts }) => facts)).toMatchObject([
      { outcome: 'answer', ...whose },
      { outcome: 'replay', ...whose },
      { outcome: 'refused', code: 'VALIDATION_FAILED', ...whose },
      { outcome: 'refused', code: 'INVALID_API_KEY', account: null, key: null, reference: null },
    ])
  })

  it.each([
    ['/callbacks/lookup/nobody', {}, 404],
    ['/callbacks/nothing/signed', {}, 404],
    ['/callbacks/lookup/signed', { 'x-signature': 'false' }, 401],
  ])('answers a callback to %s', async (url, headers, status) => {
    const reply = await test.app.inject({
      method: 'POST',
      url,
      payload: '{"ref":1}',
      headers: { 'content-type': 'text/plain', ...headers },
    })
    expect(reply.statusCode).toBe(status)
  })

  it('answers 500 without details if the reader of a callback throws', async () => {
    const reply = await test.app.inject({
      method: 'POST',
      url: '/callbacks/lookup/signed',
      payload: 'x',
      headers: { 'x-signature': genuine },
    })
    expect(reply.statusCode).toBeGreaterThanOrEqual(400)
    expect(reply.body).not.toContain('no writes here')
  })

  it('serves the reference page under the brand, with nothing from elsewhere', async () => {
    const page = await get('/docs')
    expect(page.body).toContain('Acme &#60;Verify&#62;')
    expect(page.body).toContain('help@acme.example')
    expect(page.body).toContain('#0a7d5c')
    expect(page.body).not.toMatch(/(?:src|href)="https?:\/\/(?!acme\.example)/)
    expect(page.headers['content-security-policy']).toMatch(/default-src 'none'.*font-src 'self' data:;/)
    const script = await get('/docs/scalar.js')
    expect(script.statusCode).toBe(200)
    expect(script.body.length).toBeGreaterThan(1_000_000)
    expect((await get('/docs/')).headers.location).toBe('../docs')
  })
})
