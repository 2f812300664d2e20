import {
  AuthSchemes,
  Clock,
  definePlugin,
  EventSinks,
  Ids,
  inr,
  micro,
  type Price,
  Pricing,
  priceOf,
  type Service,
  Store,
  service,
} from '@parakh/core'
import { afterEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { lookup } from '../../test/lookup-plugin.ts'
import { type ServerForTest, serverForTest } from '../../test/server-for-test.ts'

describe('a service that replaces a default', () => {
  let test: ServerForTest
  const start = async (...services: Service[]) => {
    test = await serverForTest({ plugins: [lookup()], services })
    return test
  }
  afterEach(() => test.server.close())
  const get = (headers: Record<string, string> = {}) =>
    test.app.inject({
      method: 'GET',
      url: '/api/v1/lookup?code=AA00',
      headers: { ...test.sandbox.headers, ...headers },
    })

  it('pricing: sets what a call costs', async () => {
    await start(
      service(Pricing, {}, () => ({
        quote: () => ({ price: inr('7.25'), source: 'list', version: 'list-1', legs: [] }),
      })),
    )
    expect((await get()).json()).toMatchObject({ meta: { charged: 7.25, balance: 92.75 } })
  })

  it.each([
    ['a negative price', { price: micro(-1_000_000) as Price, legs: [] }],
    ['half a paisa', { price: priceOf(5_000), legs: [] }],
    ['no number', { price: Number.NaN as Price, legs: [] }],
    ['a share that is more than the price', { price: inr('1'), legs: [{ accountId: 'a', amount: inr('2') }] }],
    ['a negative share', { price: inr('1'), legs: [{ accountId: 'a', amount: micro(-10_000) as Price }] }],
  ])('pricing: %s is refused, logged, and charges nothing', async (_, quoted) => {
    await start(service(Pricing, {}, () => ({ quote: async () => ({ ...quoted, source: 'list', version: 'list-1' }) })))
    const reply = await get()
    expect(reply.statusCode).toBe(500)
    expect(reply.json()).toMatchObject({ success: false, error: { code: 'INTERNAL_ERROR' }, meta: { charged: 0 } })
    expect(test.logger.of('call.price_refused')).toMatchObject([
      { facts: { endpoint: 'lookup', code: 'PRICE_INVALID' } },
    ])
    const wallet = await test.store.wallet.balance(test.account.id, 'sandbox')
    expect([wallet.balance, wallet.held]).toEqual([inr('100'), 0])
  })

  it('pricing: is not called for endpoints that must be free', async () => {
    await start(
      service(Pricing, {}, () => ({
        quote: () => ({ price: inr('7.25'), source: 'list', version: 'list-1', legs: [] }),
      })),
    )
    const reply = await test.app.inject({ url: '/api/v1/balance', headers: test.sandbox.headers })
    expect(reply.json()).toMatchObject({ meta: { charged: 0 }, data: { balance: 100 } })
  })

  it('auth: proves callers in another way, and in no other', async () => {
    const owner = { accountId: '' }
    const letMeIn = AuthSchemes.driver({
      id: 'let-me-in',
      options: z.object({ word: z.string() }),
      needs: {},
      make: ({ options: { word } }) => ({
        proves: 'external',
        reads: [],
        refusal: 'NOT_AUTHENTICATED',
        describes: () => ({ Word: { type: 'apiKey', in: 'header', name: 'X-Word' } }),
        claims: (request) => request.header('x-word') !== null,
        identify: (request) =>
          request.equal(request.header('X-Word') ?? '', word)
            ? { kind: 'external', ...owner, subject: 'me', environment: 'sandbox', version: 1 }
            : { kind: 'refused' },
      }),
    })
    const plugin = definePlugin({ id: 'words', contract: 1, contributes: [letMeIn] })
    const auth = { word: letMeIn.use({ word: 'letmein' }) }
    test = await serverForTest({ plugins: [lookup(), plugin()], config: { auth } })
    owner.accountId = test.account.id
    expect((await get({ 'x-word': 'letmein' })).json()).toMatchObject({ meta: { charged: 0.5, balance: 99.5 } })
    expect((await get()).json()).toMatchObject({ error: { code: 'NOT_AUTHENTICATED' } })
    const { api_key, api_secret } = { api_key: test.sandbox.apiKey, api_secret: test.sandbox.apiSecret }
    const token = { method: 'POST', url: '/api/v1/auth/token', payload: { api_key, api_secret } } as const
    expect((await test.app.inject(token)).json()).toMatchObject({ error: { code: 'UNKNOWN_ENDPOINT' } })
  })

  it('clock and ids: set the time and the names of calls', async () => {
    let count = 0
    await start(
      service(Clock, {}, () => ({ now: () => new Date('2026-01-15T04:30:00Z'), monotonicMs: () => performance.now() })),
      service(Ids, {}, () => ({ next: () => `01ARZ3NDEKTSV4RRFFQ69G${String(++count).padStart(4, '0')}` })),
    )
    const reply = await get()
    expect(reply.json().request_id).toMatch(/^01ARZ3NDEKTSV4RRFFQ69G\d{4}$/)
    expect([...test.store.tables.calls.values()].map(({ at }) => new Date(at).toISOString())).toEqual([
      '2026-01-15T04:30:00.000Z',
    ])
  })

  it('event sinks: those of the configuration take over the events of the outbox', async () => {
    const taken: string[] = []
    const collector = EventSinks.driver({
      id: 'collector',
      options: z.object({}),
      needs: {},
      make: () => ({ deliver: async (events) => void taken.push(...events.map(({ type }) => type)) }),
    })
    const plugin = definePlugin({ id: 'collector', contract: 1, contributes: [collector] })
    test = await serverForTest({ plugins: [plugin()], config: { events: { mine: collector.use({}) } } })
    const usage = { accountId: test.account.id, environment: 'sandbox' as const, at: Date.now(), actor: 'test' }
    const event = { id: 'e1', type: 'order.updated', data: {} }
    await test.store.billing.commit({
      kind: 'commit',
      ...usage,
      writes: { records: [], events: [event], jobs: [], refunds: [], asyncState: null },
    })
    await expect.poll(() => taken, { timeout: 60_000 }).toContain('order.updated')
    expect(await test.store.outbox.read(10)).toEqual([])
  })

  it('store: everything above ran on one in memory', async () => {
    await start()
    expect(test.host.get(Store)).toBe(test.store)
  })
})
