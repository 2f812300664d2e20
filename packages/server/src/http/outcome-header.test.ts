import { inr, Pricing, service } from '@parakh/core'
import { afterEach, describe, expect, it } from 'vitest'
import { live, lookup } from '../../test/lookup-plugin.ts'
import { type ServerForTest, type ServerForTestOptions, serverForTest } from '../../test/server-for-test.ts'

const wide = { rateLimits: { perEndpoint: 1000, sandbox: 1000, production: 1000, inFlight: 100 } }

describe('the header X-Outcome', () => {
  let test: ServerForTest
  const start = async (options: ServerForTestOptions = {}) => {
    test = await serverForTest({ plugins: [lookup()], ...options, config: { ...wide, ...options.config } })
    return test
  }
  afterEach(() => test.server.close())
  const DIALECTS = ['modern', 'legacy', 'verify'] as const
  type Dialect = (typeof DIALECTS)[number]
  const ask = (dialect: Dialect, code: string, headers: Record<string, string> = {}) => {
    const all = { ...test.sandbox.headers, ...headers }
    if (dialect === 'verify')
      return test.app.inject({ method: 'POST', url: '/api/v1/verify/lookup', headers: all, payload: { code } })
    const url = dialect === 'modern' ? '/api/v1/lookup?' : `/api/v1/legacy-lookup?api_key=${all['x-api-key']}&`
    return test.app.inject({ method: 'GET', url: `${url}code=${code}`, headers: all })
  }

  it.each(DIALECTS)('tells a definite no from a failure of the source in the %s envelope', async (dialect) => {
    await start()
    const none = await ask(dialect, 'ZZ00')
    expect(none.headers).toMatchObject({ 'x-outcome': 'none' })
    expect(none.headers).not.toHaveProperty('retry-after')
    const failed = await ask(dialect, 'DD00')
    expect(failed.headers).toMatchObject({ 'x-outcome': 'failed', 'retry-after': '5' })
    if (dialect === 'legacy') {
      const shown = [none, failed].map((reply) => [reply.statusCode, reply.json().status])
      expect(shown).toEqual([
        [400, '404'],
        [400, '404'],
      ])
    }
  })

  it.each(DIALECTS)('is on the replay of a definite no in the %s envelope', async (dialect) => {
    await start()
    const id = { 'x-request-id': 'once' }
    const first = await ask(dialect, 'ZZ00', id)
    const again = await ask(dialect, 'ZZ00', id)
    expect(again.headers).toMatchObject({ 'x-outcome': 'none', 'idempotent-replayed': 'true' })
    expect(again.headers).not.toHaveProperty('retry-after')
    expect(again.body).toBe(first.body)
  })

  it.each([
    { what: 'an answer that cannot be used', find: async () => ({ code: 'BB11', name: 'Other' }) },
    { what: 'a source that is down', find: async () => Promise.reject(new Error('down')) },
  ])('says failed for $what', async ({ find }) => {
    await start({ plugins: [lookup({ live: live(find) })] })
    const { headers } = await test.key('production')
    const wallet = { accountId: test.account.id, environment: 'production', reference: 'r', actor: 't' } as const
    await test.store.wallet.credit({ ...wallet, amount: inr('50') })
    for (const dialect of DIALECTS)
      expect((await ask(dialect, 'AB12', headers)).headers).toMatchObject({ 'x-outcome': 'failed' })
  })

  it('is not on answers, their replays, or refusals', async () => {
    await start({ config: { pricing: { overrides: { 'verify-lookup': '100.01' } } } })
    const id = { 'x-request-id': 'once' }
    const replies = [
      await ask('modern', 'AA00', id),
      await ask('modern', 'AA00', id),
      await ask('modern', 'AB12', id),
      await ask('modern', 'bad'),
      await ask('modern', 'TT00'),
      await ask('verify', 'AA00'),
      await ask('modern', 'AA00', { 'x-api-secret': 'sk_test_wrong' }),
    ]
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 422, 422, 429, 402, 401])
    for (const { headers } of replies) expect(headers).not.toHaveProperty('x-outcome')
  })

  it('is absent on faults of the server', async () => {
    const broken = service(Pricing, {}, () => ({ quote: () => Promise.reject(new Error('no prices')) }))
    await start({ services: [broken] })
    for (const dialect of DIALECTS) {
      const reply = await ask(dialect, 'AA00')
      expect(reply.statusCode).toBe(500)
      expect(reply.headers).not.toHaveProperty('x-outcome')
    }
  })
})
