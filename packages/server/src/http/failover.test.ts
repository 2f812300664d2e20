import { Clock, inr, service } from '@parakh/core'
import { type FakeUpstream, fakeUpstream, reply } from '@parakh/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lookup } from '../../test/lookup-plugin.ts'
import { orders } from '../../test/order-plugin.ts'
import { type ServerForTest, serverForTest } from '../../test/server-for-test.ts'
import { systemClock } from '../services/system-clock.ts'

const ANSWER = { code: 'AB12', name: 'Asha' }
/** Long enough for answers on a busy machine. */
const TIMEOUT_MS = 2_000
const find = { path: '/find', query: { code: 'input.code' }, none: 'status = 404', record: 'body' }
const source = (url: string) => ({
  provider: 'http' as const,
  baseUrl: url,
  timeoutMs: TIMEOUT_MS,
  operations: { find },
})
const orderSource = (url: string) => ({
  provider: 'http' as const,
  baseUrl: url,
  timeoutMs: TIMEOUT_MS,
  operations: { run: { path: '/run', body: { what: 'input.what', ref: 'reference' }, record: 'body' } },
})
/** A port without a listener. */
const NOWHERE = 'http://127.0.0.1:1'

let first: FakeUpstream
let second: FakeUpstream
let test: ServerForTest
let headers: Record<string, string>
/** How far the circuit breaker's clock is ahead, in milliseconds. */
let aheadMs: number
beforeEach(async () => {
  first = await fakeUpstream()
  second = await fakeUpstream()
  aheadMs = 0
})
afterEach(async () => {
  await test.server.close()
  await Promise.all([first.close(), second.close()])
})

async function start(urls: { find?: readonly string[]; run?: readonly string[] } = {}) {
  const clock = systemClock()
  const ahead = { ...clock, monotonicMs: () => clock.monotonicMs() + aheadMs }
  test = await serverForTest({
    plugins: [
      lookup({ live: (urls.find ?? [first.url, second.url]).map((url) => source(url)) }),
      orders({ live: (urls.run ?? [first.url, second.url]).map(orderSource) }),
    ],
    services: [service(Clock, {}, () => ahead)],
  })
  const { accountId, key } = { accountId: test.account.id, key: await test.key('production') }
  const credit = { accountId, environment: 'production', amount: inr('100'), reference: 'r', actor: 't' } as const
  await test.store.wallet.credit(credit)
  headers = key.headers
}
const ask = () => test.app.inject({ url: '/api/v1/lookup?code=AB12', headers })
const wallet = () => test.store.wallet.balance(test.account.id, 'production')
const readiness = async () => {
  const ready = await test.app.inject('/readyz')
  return { status: ready.statusCode, upstreams: ready.json().upstreams as { provider: string; circuit: string }[] }
}

describe('a list of live providers', () => {
  it.each([
    ['answers 503', reply.status(503), 3],
    ['is throttled', reply.throttled(30), 1],
    ['breaks the connection', reply.reset(), 3],
    ['breaks it in the answer', reply.resetMidBody(), 1],
    ['never answers', reply.hang(), 1],
    ['never finishes its answer', reply.headersOnly(), 1],
  ])('fails over a read if a provider %s; it is charged once', async (_, misbehave, attempts) => {
    await start()
    first.answer(misbehave)
    second.answer(reply.json(ANSWER))
    const answer = await ask()
    expect(answer.json()).toMatchObject({ success: true, data: ANSWER, meta: { charged: 0.5, balance: 99.5 } })
    expect([first.requests.length, second.requests.length]).toEqual([attempts, 1])
    expect(await wallet()).toMatchObject({ balance: inr('99.50'), held: 0 })
  })

  it('does not fail over after a definite no', async () => {
    await start()
    first.answer(reply.status(404))
    second.answer(reply.json(ANSWER))
    const answer = await ask()
    expect([answer.statusCode, answer.json().error.code]).toEqual([404, 'CODE_NOT_FOUND'])
    expect([first.requests.length, second.requests.length]).toEqual([1, 0])
    expect(await wallet()).toMatchObject({ balance: inr('100'), held: 0 })
  })

  it.each([
    ['answers what cannot be used', reply.html()],
    ["answers another one's record", reply.json({ ...ANSWER, code: 'ZZ99' })],
    ['does not know us any more', reply.status(401)],
  ])('fails over if a provider %s', async (_, said) => {
    await start()
    first.answer(said)
    second.answer(reply.json(ANSWER))
    expect((await ask()).statusCode).toBe(200)
    expect([first.requests.length, second.requests.length]).toEqual([1, 1])
  })

  it('cannot use what the last of them answers', async () => {
    await start()
    first.answer(reply.status(503))
    second.answer(reply.html())
    const answer = await ask()
    expect([answer.statusCode, answer.json().error.code]).toEqual([422, 'UPSTREAM_UNPROCESSABLE'])
    expect(await wallet()).toMatchObject({ balance: inr('100'), held: 0 })
  })

  it('fails with Retry-After if all providers fail', async () => {
    await start()
    first.answer(reply.status(503))
    second.answer(reply.hang())
    const answer = await ask()
    expect(answer.statusCode).toBe(503)
    expect(answer.headers['retry-after']).toBe('5')
    expect(answer.json()).toMatchObject({ error: { code: 'UPSTREAM_UNAVAILABLE' }, meta: { charged: 0 } })
    expect(await wallet()).toMatchObject({ balance: inr('100'), held: 0 })
  })

  it('skips a provider with an open circuit, reports it, and probes it later', async () => {
    await start()
    first.answer(reply.status(503))
    second.answer(reply.json(ANSWER))
    const before = await readiness()
    expect(before.upstreams).toEqual(
      ['lookup/http#0', 'lookup/http#1', 'orders/http#0', 'orders/http#1'].map((provider) => ({
        ...{ provider, circuit: 'closed', failures: 0, successes: 0, unusable: 0, denied: 0 },
      })),
    )
    await ask()
    await ask()
    expect(first.requests).toHaveLength(5)
    expect((await ask()).statusCode).toBe(200)
    expect(first.requests).toHaveLength(5)
    const broken = await readiness()
    expect(broken.status).toBe(200)
    expect(broken.upstreams.slice(0, 2)).toEqual([
      { provider: 'lookup/http#0', circuit: 'open', failures: 5, successes: 0, unusable: 0, denied: 0 },
      { provider: 'lookup/http#1', circuit: 'closed', failures: 0, successes: 3, unusable: 0, denied: 0 },
    ])
    const { body } = await test.app.inject('/metrics')
    for (const line of [
      'parakh_provider_circuit_open{provider="lookup/http#0"} 1',
      'parakh_provider_circuit_open{provider="lookup/http#1"} 0',
      'parakh_provider_circuit_open{provider="orders/http#0"} 0',
      'parakh_provider_attempts_total{provider="lookup/http#0",result="failure"} 5',
      'parakh_provider_attempts_total{provider="lookup/http#1",result="success"} 3',
    ])
      expect(body).toContain(line)
    first.answer(reply.json(ANSWER))
    aheadMs = 10_000
    expect((await ask()).statusCode).toBe(200)
    expect(first.requests).toHaveLength(6)
    expect((await readiness()).upstreams[0]).toMatchObject({ circuit: 'closed', successes: 1 })
  })
})

describe('a write to a list of live providers', () => {
  const run = () => test.app.inject({ method: 'POST', url: '/api/v1/place-order', payload: { what: 'bread' }, headers })

  it('fails over a write if no byte was sent, once, under our reference', async () => {
    await start({ run: [NOWHERE, second.url] })
    second.answer(reply.json({ state: 'accepted' }))
    const answer = await run()
    expect(answer.statusCode).toBe(200)
    expect(second.requests.map(({ body }) => JSON.parse(body))).toEqual([
      { what: 'bread', ref: answer.json().data.ref_id },
    ])
    expect(await wallet()).toMatchObject({ balance: inr('97'), held: 0 })
  })

  it.each([
    ['answers 503', reply.status(503)],
    ['breaks the connection', reply.reset()],
    ['never answers', reply.hang()],
  ])('does not fail over a write if a byte was sent and the source %s', async (_, misbehave) => {
    await start()
    first.answer(misbehave)
    second.answer(reply.json({ state: 'accepted' }))
    const answer = await run()
    expect([answer.statusCode, answer.json().error.code]).toEqual([503, 'OUTCOME_UNKNOWN'])
    expect([first.requests.length, second.requests.length]).toEqual([1, 0])
    // Its outcome is unknown: the price stays held.
    expect(await wallet()).toMatchObject({ balance: inr('100'), held: inr('3') })
  })

  it('is free if no provider can be reached', async () => {
    await start({ run: [NOWHERE, NOWHERE] })
    expect((await run()).statusCode).toBe(503)
    expect(await wallet()).toMatchObject({ balance: inr('100'), held: 0 })
  })
})
