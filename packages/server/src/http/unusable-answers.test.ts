import { inr, UpstreamError } from '@parakh/core'
import { type FakeUpstream, fakeUpstream, reply } from '@parakh/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { live, lookup } from '../../test/lookup-plugin.ts'
import { type ServerForTest, serverForTest } from '../../test/server-for-test.ts'

const ANSWER = { code: 'AB12', name: 'Asha' }
/** Personal data that must not be logged. */
const VALUE = 'Vijayalakshmi'

let source: FakeUpstream
let second: FakeUpstream
let test: ServerForTest
beforeEach(async () => {
  source = await fakeUpstream()
  second = await fakeUpstream()
})
afterEach(async () => {
  await test.server.close()
  await Promise.all([source.close(), second.close()])
})

const http = (url: string) => ({
  provider: 'http' as const,
  baseUrl: url,
  operations: { find: { path: '/find', query: { code: 'input.code' }, none: 'status = 404', record: 'body' } },
})
/** The first source answers as the test says; the second one answers correctly. */
const KINDS = {
  'described in the configuration': (answer: unknown) => {
    source.answer(reply.json(answer))
    return [http(source.url), http(second.url)]
  },
  'in code': (answer: unknown) => [live(async () => answer as never), http(second.url)],
}

async function start(sources: NonNullable<Parameters<typeof lookup>[0]>['live']) {
  test = await serverForTest({ plugins: [lookup({ live: sources as never })] })
}
async function caller() {
  const account = await test.store.accounts.create({ name: 'Caller', role: 'developer' })
  await test.store.accounts.approveKyc(account.id)
  const { key, apiSecret } = await test.store.keys.create({ accountId: account.id, environment: 'production' })
  const credit = { environment: 'production', amount: inr('100'), reference: 'r', actor: 't' } as const
  await test.store.wallet.credit({ accountId: account.id, ...credit })
  const headers = { 'x-api-key': key.publicId, 'x-api-secret': apiSecret }
  const ask = (code = 'AB12') => test.app.inject({ url: `/api/v1/lookup?code=${code}`, headers })
  const balance = async () => (await test.store.wallet.balance(account.id, 'production')).available
  return { ask, balance }
}
const upstreams = async () => (await test.app.inject('/readyz')).json().upstreams
const metrics = async () => (await test.app.inject('/metrics')).body

describe.each(Object.entries(KINDS))('an answer that cannot be used, of a source %s', (_, sources) => {
  it.each([
    ['lacks a field', { code: 'AB12' }, { field: 'name', reason: 'missing' }],
    ['has one of another kind', { code: 'AB12', name: [VALUE] }, { field: 'name', reason: 'invalid_type' }],
    ["is another one's record", { code: 'ZZ99', name: VALUE }, { field: 'code', reason: 'not_as_asked' }],
  ])('is a failure of that source if it %s, and the next one is tried', async (_name, answer, told) => {
    await start(sources(answer))
    second.answer(reply.json(ANSWER))
    const { ask } = await caller()
    expect((await ask()).json()).toMatchObject({ success: true, data: ANSWER, meta: { charged: 0.5 } })
    const [first, next] = await upstreams()
    expect(first).toMatchObject({ circuit: 'closed', failures: 1, successes: 0, unusable: 1 })
    expect(next).toMatchObject({ failures: 0, successes: 1 })
    const body = await metrics()
    expect(body).toContain(`parakh_provider_attempts_total{provider="${first.provider}",result="failure"} 1`)
    expect(body).toContain(`parakh_provider_attempts_total{provider="${first.provider}",result="success"} 0`)
    expect(body).toContain(`parakh_provider_unusable_answers_total{provider="${first.provider}"} 1`)
    expect(test.logger.of('upstream.trouble').map(({ facts }) => facts)).toEqual([
      expect.objectContaining({ provider: first.provider, operation: 'find', trouble: 'unprocessable', ...told }),
    ])
    expect(test.logger.text()).not.toContain(VALUE)
  })

  it('is free and 422 without another source', async () => {
    await start(sources({ code: 'AB12' }).slice(0, 1))
    const { ask, balance } = await caller()
    const answer = await ask()
    expect([answer.statusCode, answer.json().error.code]).toEqual([422, 'UPSTREAM_UNPROCESSABLE'])
    expect(await balance()).toBe(inr('100'))
  })

  it('opens the circuit over five inputs of two accounts, and over those of one account never', async () => {
    await start(sources({ code: 'none of these', name: 'x' }).slice(0, 1))
    const [one, other] = [await caller(), await caller()]
    for (let n = 10; n < 40; n += 1) await one.ask(`AB${n}`)
    expect(await upstreams()).toMatchObject([{ circuit: 'closed', failures: 30 }])
    expect((await other.ask('AB12')).statusCode).toBe(422)
    expect(await upstreams()).toMatchObject([{ circuit: 'open' }])
    expect((await one.ask('AB41')).statusCode).toBe(503)
  })
})

it('is no definite no if a provider in code returns undefined: nothing is stored, and the next one is tried', async () => {
  await start([live(async () => undefined as never)])
  const { ask, balance } = await caller()
  expect((await ask()).json()).toMatchObject({ error: { code: 'UPSTREAM_UNPROCESSABLE' }, meta: { charged: 0 } })
  expect(await upstreams()).toMatchObject([{ failures: 1, successes: 0, unusable: 1 }])
  expect(await balance()).toBe(inr('100'))
})

it('names the field that a mapping could not make', async () => {
  source.answer(reply.json({ code: 'AB12', holder: { name: 'Asha' } }))
  const record = { code: 'body.code', name: '$uppercase(body.holder)' }
  await start([{ ...http(source.url), operations: { find: { path: '/find', record } } }])
  const { ask } = await caller()
  expect((await ask()).statusCode).toBe(422)
  expect(test.logger.of('upstream.trouble')[0]?.facts).toMatchObject({
    ...{ provider: 'lookup/http#0', operation: 'find', field: 'name' },
    detail: expect.stringContaining('does not fit the mapping'),
  })
})

it('counts failures that a source reports with status 200', async () => {
  await start([http(source.url)])
  source.answer(reply.html())
  const { ask } = await caller()
  expect((await ask()).statusCode).toBe(422)
  expect(await upstreams()).toMatchObject([{ failures: 1, unusable: 1 }])
  expect(test.logger.of('upstream.trouble')[0]?.facts).toMatchObject({ detail: expect.stringContaining('HTTP 200') })
})

it.each([true, false])('logs what a provider throws in development (%s) alone', async (development) => {
  const thrown = new UpstreamError('unprocessable', `no holder: ${VALUE}`, { cause: new TypeError('a list came') })
  const sources = [live(() => Promise.reject(thrown))]
  test = await serverForTest({ plugins: [lookup({ live: sources })], development })
  const { ask } = await caller()
  expect((await ask()).statusCode).toBe(422)
  const facts = test.logger.of('upstream.trouble')[0]?.facts
  expect(facts).toMatchObject({ provider: 'lookup/live#0', operation: 'find', thrown: 'UpstreamError' })
  const told = { message: `no holder: ${VALUE}`, cause: 'TypeError: a list came' }
  if (development) expect(facts).toMatchObject(told)
  else expect(test.logger.text()).not.toMatch(/no holder|a list came/)
})

describe('a source that refuses our own credentials', () => {
  it.each([401, 402, 403, 407])('with %s is an outage to the caller and an alarm to us', async (status) => {
    await start([http(source.url)])
    source.answer(reply.status(status))
    const { ask, balance } = await caller()
    const answer = await ask()
    expect([answer.statusCode, answer.json().error.code]).toEqual([503, 'UPSTREAM_UNAVAILABLE'])
    expect(answer.headers['retry-after']).toBe('5')
    expect(await balance()).toBe(inr('100'))
    expect(test.logger.of('upstream.denied')).toMatchObject([
      { level: 'error', facts: { provider: 'lookup/http#0', operation: 'find' } },
    ])
    expect(await metrics()).toContain('parakh_provider_denied_total{provider="lookup/http#0"} 1')
  })
})
