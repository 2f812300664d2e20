import { defineEndpoint, definePlugin, inr, modern, priceOf, service, token, UpstreamError, zero } from '@parakh/core'
import { createTestHost, manualClock } from '@parakh/testkit'
import { afterEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { carrier } from '../../test/carrier.ts'
import { ParcelProvider } from '../../test/parcels.ts'
import { askPrice } from './own-price.ts'

interface Rates {
  of(country: string, signal: AbortSignal): Promise<number | null>
}
const Rates = token<Rates>('courier.rates')

const common = {
  method: 'POST',
  group: 'Parcels',
  summary: 'Send a parcel abroad',
  envelope: modern,
  request: z.object({ country: z.string() }),
  data: z.object({ parcel: z.string() }),
  errors: { NOT_SERVED: { message: 'Nobody delivers there' } },
  needs: { rates: Rates },
  fixtures: [{ scenario: 'success', request: { country: 'NP' } }],
} as const
const sendParcel = defineEndpoint({
  ...{ ...common, id: 'send-parcel', path: '/send-parcel' },
  async price({ request, rates, fail, signal }) {
    const rate = await rates.of(request.country, signal)
    return rate === null ? fail('NOT_SERVED') : priceOf(rate)
  },
  handle: async ({ answer }) => answer({ parcel: 'p1' }),
})
/** No async function, and yet it gives a promise. */
const plainly = defineEndpoint({
  ...{ ...common, id: 'plainly', path: '/plainly' },
  price: ({ request, rates, signal }) => rates.of(request.country, signal).then((rate) => priceOf(rate ?? 0)),
  handle: async ({ answer }) => answer({ parcel: 'p1' }),
})
const byWeight = defineEndpoint({
  ...{ ...common, id: 'by-weight', path: '/by-weight' },
  tiers: { 'per-kilo': inr('2') },
  price: async ({ request, rates, tier, fail, signal }) => {
    const kilos = await rates.of(request.country, signal)
    return kilos === null ? fail('NOT_SERVED') : tier('per-kilo', kilos)
  },
  handle: async ({ answer }) => answer({ parcel: 'p1' }),
})
/** It waits for nothing, and refuses whom it has refused once. */
const closed = new Set<string>()
const atOnce = defineEndpoint({
  ...{ ...common, id: 'at-once', path: '/at-once' },
  price: ({ call, fail }) => (closed.has(call.account) ? fail('NOT_SERVED') : inr('1')),
  handle: async ({ answer }) => answer({ parcel: 'p1' }),
})
const courier = definePlugin({ id: 'courier', contract: 1, endpoints: [sendParcel, plainly, byWeight, atOnce] })

const endings: (() => Promise<unknown>)[] = []
afterEach(async () => {
  closed.clear()
  for (const end of endings.splice(0)) await end()
})

async function open(of: Rates['of'], settings: { deadlineMs?: number } = {}) {
  const asked: string[] = []
  const rates: Rates = {
    of(country, signal) {
      asked.push(country)
      return of(country, signal)
    },
  }
  const services = [service(Rates, {}, () => rates)]
  const test = await createTestHost({ plugins: [courier()], services, settings, funds: inr('100') })
  endings.push(() => test.host.stop())
  const { host, store, account, keys } = test
  asked.length = 0
  const send = (country: string, requestId: string, endpoint = 'send-parcel') =>
    host.call(endpoint, { country }, keys.production, { requestId })
  const wallet = () => store.wallet.balance(account.id, 'production')
  return { ...test, asked, send, wallet }
}

/** The price takes 50 s, and its handler 11 s more before it asks its provider. */
const slow = (clock: { advance(ms: number): void }) =>
  defineEndpoint({
    ...{ id: 'slow', method: 'GET', path: '/slow', group: 'Parcels', summary: 'Find a parcel late', envelope: modern },
    request: z.object({ id: z.string() }),
    data: z.object({ place: z.string() }),
    uses: ParcelProvider.pick('find'),
    async price() {
      clock.advance(50_000)
      return inr('1')
    },
    async handle({ request, provider, answer }) {
      clock.advance(11_000)
      const found = await provider.find(request)
      return answer({ place: found?.place ?? '' })
    },
    fixtures: [{ scenario: 'success', request: { id: 'p-1' } }],
  })

it('leaves what it did not need of the deadline to the handler', async () => {
  const clock = manualClock()
  const plugin = definePlugin({ id: 'slow', contract: 1, provider: ParcelProvider, endpoints: [slow(clock)] })
  const plugins = [plugin({ live: carrier().source })]
  const test = await createTestHost({ plugins, clock, settings: { deadlineMs: 60_000 }, funds: inr('100') })
  endings.push(() => test.host.stop())
  const reply = await test.host.call('slow', { id: 'p-1' }, test.keys.production)
  expect(reply).toMatchObject({ status: 503, code: 'UPSTREAM_UNAVAILABLE' })
  expect(await test.store.wallet.balance(test.account.id, 'production')).toMatchObject({ balance: inr('100'), held: 0 })
})

describe('a price that waits', () => {
  it('is asked with the needs of its endpoint, before anything is held, and charged', async () => {
    const held: number[] = []
    const test = await open(async (country) => {
      held.push((await test.wallet()).held)
      return country.length * 1_000_000
    })
    expect(await test.send('NPL', 'one')).toMatchObject({ status: 200, body: { meta: { charged: 3 } } })
    expect(held).toEqual([0])
    expect(await test.wallet()).toMatchObject({ balance: inr('97'), held: 0 })
    expect((await test.store.ledger.verify()).broken).toEqual([])
  })

  it('may name a tier and its units', async () => {
    const test = await open(async () => 7)
    expect(await test.send('NP', 'one', 'by-weight')).toMatchObject({ status: 200, body: { meta: { charged: 14 } } })
  })

  it('may refuse with an error of its endpoint: free, and the request id may be used again', async () => {
    let rate: number | null = null
    const test = await open(async () => rate)
    const refused = { status: 400, outcome: 'refused', code: 'NOT_SERVED', charged: zero }
    expect(await test.send('AQ', 'one')).toMatchObject({ status: 400, code: 'NOT_SERVED', outcome: 'refused' })
    expect(test.store.tables.usage.at(-1)).toMatchObject(refused)
    expect(await test.wallet()).toMatchObject({ balance: inr('100'), held: 0 })
    rate = 1_000_000
    expect(await test.send('AQ', 'one')).toMatchObject({ status: 200, body: { meta: { charged: 1 } } })
  })

  it.each([
    ['is down', () => Promise.reject(new UpstreamError('unavailable', 'down')), 503, 'UPSTREAM_UNAVAILABLE'],
    ['breaks', () => Promise.reject(new TypeError('broken')), 500, 'INTERNAL_ERROR'],
    ['gives no price', async () => -1, 500, 'INTERNAL_ERROR'],
  ])('charges nothing where its source %s', async (_, of, status, code) => {
    const test = await open(of)
    expect(await test.send('NP', 'one')).toMatchObject({ status, code, outcome: 'failed' })
    expect(test.store.tables.usage.at(-1)).toMatchObject({ status, code, charged: zero })
    expect(await test.wallet()).toMatchObject({ balance: inr('100'), held: 0 })
  })

  it('ends with the deadline of its call, and is told so', async () => {
    const signals: AbortSignal[] = []
    const test = await open(
      (_, signal) => {
        signals.push(signal)
        return new Promise(() => undefined)
      },
      { deadlineMs: 50 },
    )
    expect(await test.send('NP', 'one')).toMatchObject({ status: 503, code: 'UPSTREAM_UNAVAILABLE' })
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
    expect(await test.wallet()).toMatchObject({ balance: inr('100'), held: 0 })
  })

  it.each(['send-parcel', 'plainly', 'at-once'])('is not needed for a repeated request id (%s)', async (endpoint) => {
    let isDown = false
    const test = await open(async () => {
      if (isDown) throw new UpstreamError('unavailable', 'down')
      return 1_000_000
    })
    const first = await test.send('NP', 'one', endpoint)
    expect(first).toMatchObject({ status: 200, outcome: 'answer' })
    isDown = true
    closed.add(test.account.id)
    const again = await test.send('NP', 'one', endpoint)
    expect(again).toMatchObject({ status: 200, outcome: 'replay', body: first.body })
    expect(await test.send('IN', 'one', endpoint)).toMatchObject({ status: 422, code: 'REQUEST_ID_REUSED' })
    expect(await test.wallet()).toMatchObject({ balance: inr('99'), held: 0 })
    if (endpoint === 'send-parcel') expect(test.asked).toEqual(['NP'])
  })
})

it('gives no promise where the price function gives none', () => {
  const endpoint = {
    id: 'x',
    needs: {},
    errors: {},
    tiers: { one: inr('2') },
    price: (of: never) => (of as Tiered).tier('one', 3),
  }
  const asked = { runtime: { endpoint, plugin: {}, fixedPrice: null }, call: {}, caller: null, request: {} }
  expect(askPrice({} as never, asked as never)).toEqual({ listed: inr('2'), tier: 'one', units: 3 })
})
interface Tiered {
  tier(name: string, units: number): unknown
}
