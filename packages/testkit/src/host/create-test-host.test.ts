import {
  AccessTokens,
  defineEndpoint,
  definePlugin,
  defineProvider,
  inr,
  modern,
  operation,
  Pricing,
  Store,
  service,
  type Upstream,
} from '@parakh/core'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { createTestHost } from './create-test-host.ts'

const EchoProvider = defineProvider('echo', {
  say: operation({ effect: 'read', input: z.object({ text: z.string() }), output: z.object({ text: z.string() }) }),
})
const echo = defineEndpoint({
  ...{
    id: 'echo',
    method: 'POST',
    path: '/echo',
    group: 'Test',
    summary: 'Says it again',
    envelope: modern,
    price: inr('1'),
  },
  request: z.object({ text: z.string() }),
  data: z.object({ text: z.string() }),
  errors: { NOTHING_SAID: { message: 'Nothing was said' } },
  uses: EchoProvider,
  async handle({ request, provider, answer, fail }) {
    const said = await provider.say(request)
    return said ? answer(said) : fail('NOTHING_SAID')
  },
  fixtures: [
    { scenario: 'success', request: { text: 'hello' }, records: { say: { text: 'hello' } } },
    { scenario: 'not-found', request: { text: 'nothing' } },
    { scenario: 'upstream-failure', request: { text: 'trouble' } },
    { scenario: 'throttled', request: { text: 'slowly' } },
  ],
})
const plugin = definePlugin({ id: 'echo', contract: 1, provider: EchoProvider, endpoints: [echo] })
const loud = EchoProvider.implement({
  id: 'loud',
  options: z.object({}),
  make: () => ({ say: async ({ text }) => ({ text: text.toUpperCase() }) }),
})

describe('createTestHost', () => {
  it('answers and charges in both environments', async () => {
    const { host, store, account, keys } = await createTestHost({
      plugins: [plugin({ live: loud({}) })],
      funds: inr('50'),
    })
    const sandbox = await host.call(echo, { text: 'hello' }, keys.sandbox)
    expect(sandbox).toMatchObject({ status: 200, outcome: 'answer', data: { text: 'hello' } })
    const live = await host.call(echo, { text: 'hello' }, keys.production)
    expect(live).toMatchObject({ status: 200, data: { text: 'HELLO' } })
    expect((await store.wallet.balance(account.id, 'sandbox')).balance).toBe(inr('149'))
    expect((await store.wallet.balance(account.id, 'production')).balance).toBe(inr('49'))
    expect(await store.ledger.verify()).toMatchObject({ ok: true })
    await host.stop()
  })

  it('accepts a token that it issued, until it expires', async () => {
    const { host, store, clock, keys } = await createTestHost({ plugins: [plugin()] })
    const owner = await store.keys.get(keys.sandbox.id)
    if (!owner) throw new Error('the key was issued')
    const { token: bearer, expiresAt } = await host
      .get(AccessTokens)
      .issue({ ...owner, environment: 'sandbox', by: 'key' })
    expect(expiresAt.getTime() - clock.now().getTime()).toBe(3_600_000)
    expect(await host.call('echo', { text: 'hello' }, { bearer })).toMatchObject({ status: 200 })
    expect(await host.call('echo', { text: 'hello' }, { bearer: `${bearer}x` })).toMatchObject({
      code: 'INVALID_TOKEN',
    })
    clock.advance(3_600_000)
    expect(await host.call('echo', { text: 'hello' }, { bearer })).toMatchObject({ status: 401, code: 'INVALID_TOKEN' })
    await store.keys.revoke(keys.sandbox.id)
    expect(await host.call('echo', { text: 'hello' }, keys.sandbox)).toMatchObject({ code: 'INVALID_API_KEY' })
    await host.stop()
  })

  it('refuses a wrong secret and an unknown key', async () => {
    const { host, keys } = await createTestHost({ plugins: [plugin()] })
    const wrong = { apiKey: keys.sandbox.apiKey, apiSecret: keys.production.apiSecret }
    expect(await host.call('echo', { text: 'hello' }, wrong)).toMatchObject({ code: 'INVALID_API_KEY' })
    expect(await host.call('echo', { text: 'hello' }, {})).toMatchObject({ status: 401 })
    await host.stop()
  })

  it('takes prices, settings and services of a test', async () => {
    const dear = service(Pricing, {}, () => ({
      quote: () => ({ price: inr('9'), source: 'list', version: 'list:1', legs: [] }),
    }))
    const listed = await createTestHost({ plugins: [plugin()], settings: { priceOverrides: { echo: inr('2') } } })
    const replaced = await createTestHost({ plugins: [plugin()], overrides: [dear] })
    for (const [test, price] of [
      [listed, 2],
      [replaced, 9],
    ] as const) {
      const reply = await test.host.call('echo', { text: 'hello' }, test.keys.sandbox)
      expect(reply.body).toMatchObject({ meta: { charged: price } })
      await test.host.stop()
    }
  })

  it('has sources over HTTP compiled by whoever can', async () => {
    const source = {
      provider: 'http' as const,
      baseUrl: 'https://upstream.example',
      operations: { say: { path: '/say', record: 'body' } },
    }
    const compile: Upstream['compile'] = (contract, { baseUrl }) => {
      const said = { text: `${contract.id} of ${baseUrl}` }
      return { implementation: { say: async () => said }, exchanges: {} }
    }
    const { host, keys } = await createTestHost({ plugins: [plugin({ live: source })], compile })
    const reply = await host.call(echo, { text: 'hello' }, keys.production)
    expect(reply).toMatchObject({ status: 200, data: { text: 'echo of https://upstream.example' } })
    await host.stop()
  })

  it('shares nothing between two hosts', async () => {
    const [one, two] = [await createTestHost({ plugins: [plugin()] }), await createTestHost({ plugins: [plugin()] })]
    expect(one.host.get(Store)).not.toBe(two.host.get(Store))
    expect(await two.host.call('echo', { text: 'hello' }, one.keys.sandbox)).toMatchObject({ status: 401 })
    await one.host.stop()
    await two.host.stop()
  })
})
