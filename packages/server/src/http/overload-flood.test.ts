import { randomUUID } from 'node:crypto'
import { Accounts, inr, Keys, Store, Wallet } from '@parakh/core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AdminForTest, adminForTest } from '../../test/admin-for-test.ts'
import { live, lookup } from '../../test/lookup-plugin.ts'

const CALLS = process.env['PARAKH_FULL'] === '1' ? 10_000 : 2_000
const MANY = 1_000_000
const LIMITS = {
  perEndpoint: MANY,
  production: MANY,
  sandbox: MANY,
  inFlight: 10_000,
  failedAuth: MANY,
  unknownKeys: MANY,
}
/** Full batches of a lane at most, and what fits into one. */
const MOST_QUEUED = 32 * 128

let test: AdminForTest
beforeAll(async () => {
  test = await adminForTest({
    plugins: [lookup({ live: live(async (code) => ({ code, name: 'Asha' })) })],
    rateLimits: LIMITS,
    server: { port: 0, overload: { longestWaitMs: 10 } },
  })
})
afterAll(() => test.close())

it('refuses what comes at once beyond what is carried, answers and charges the others once, and loses no settle', async () => {
  const { host, app } = test
  const { id: accountId } = await host.get(Accounts).create({ name: 'Acme', role: 'developer' })
  await host.get(Accounts).approveKyc(accountId)
  const wallet = { accountId, environment: 'production' } as const
  await host.get(Wallet).credit({ ...wallet, amount: inr('100000'), reference: 'first', actor: 'test' })
  const { key, apiSecret } = await host.get(Keys).create(wallet)
  const headers = { 'x-api-key': key.publicId, 'x-api-secret': apiSecret }
  const call = async (requestId?: string) => {
    const id = requestId === undefined ? {} : { 'x-request-id': requestId }
    const {
      statusCode,
      headers: told,
      body,
    } = await app.inject({ url: '/api/v1/lookup?code=AB12', headers: { ...headers, ...id } })
    return { status: statusCode, retryAfter: told['retry-after'], body }
  }
  const answered = Array.from({ length: 20 }, () => randomUUID())
  const first = await Promise.all(answered.map(call))
  const { billing } = host.get(Store)
  let mostQueued = 0
  const watch = setInterval(() => (mostQueued = Math.max(mostQueued, billing.queue?.().queued ?? Number.NaN)), 1)
  const flood = Array.from({ length: CALLS }, () => call())
  const beside = Promise.all([
    app.inject('/healthz'),
    app.inject({ method: 'POST', url: '/api/v1/post-lookup', headers, payload: { code: 'x'.repeat(1_000_000) } }),
    test.ask({
      url: `/accounts/${accountId}/usage?environment=production&format=csv`,
      as: test.operator,
    }),
  ])
  const replies = await Promise.all(flood)
  const [health, huge, exported] = await beside
  clearInterval(watch)
  const charged = replies.filter(({ status }) => status === 200).length
  const refused = replies.filter(({ status }) => status === 503)
  expect([charged + refused.length, charged > 0, refused.length > 0]).toEqual([CALLS, true, true])
  for (const { retryAfter, body } of refused) {
    expect(Number(retryAfter)).toBeGreaterThanOrEqual(1)
    expect(JSON.parse(body)).toMatchObject({ success: false, error: { code: 'SERVICE_OVERLOADED' } })
  }
  expect([health.statusCode, exported.status]).toEqual([200, 200])
  expect([413, 503]).toContain(huge.statusCode)
  expect(mostQueued).toBeGreaterThan(0)
  expect(mostQueued).toBeLessThanOrEqual(MOST_QUEUED)
  expect(await Promise.all(answered.map(call))).toEqual(first)
  const price = inr('0.50')
  expect(await host.get(Wallet).balance(accountId, 'production')).toMatchObject({
    balance: inr('100000') - price * (charged + answered.length),
    held: 0,
  })
  expect(await host.get(Store).ledger.verify()).toMatchObject({ ok: true, broken: [] })
}, 120_000)
