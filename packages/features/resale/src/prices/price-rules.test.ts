import {
  type Account,
  type Counters,
  inr,
  type Price,
  type PriceQuestion,
  type PriceRule,
  priceOf,
  type Role,
} from '@parakh/core'
import { compilePriceRules } from '@parakh/kernel'
import { type ManualClock, manualClock } from '@parakh/testkit'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { commissionRule } from '../commission/commission-rule.ts'
import type { PriceEntry } from '../contract/prices.ts'
import type { CommissionLevel } from '../tables/commission-rates.ts'
import type { NewPrice, PriceLists } from '../tables/price-lists.ts'
import { createPriceCache } from './price-cache.ts'
import { priceListRule } from './price-list-rule.ts'
import { Volumes } from './volumes.ts'

const ENDPOINT = 'lookup'
const A_SECOND_MS = 1_000

/** A database that several processes share; it counts reads. */
class Shared {
  readonly entries: PriceEntry[] = []
  readonly lines = new Map<string, readonly CommissionLevel[]>()
  readonly counts = new Map<string, number>()
  revision = 0
  reads = { changes: 0, lines: 0, counts: 0 }
  failing = false

  set(price: Price | null, of: Partial<NewPrice> = {}): void {
    const slot = { endpoint: ENDPOINT, tier: null, ownerAccountId: null, accountId: null, role: null, fromCalls: 0 }
    const validFrom = new Date(0)
    const id = `${this.entries.length + 1}`
    this.entries.push({ ...slot, actor: 'asha', validFrom, ...of, price, id, createdAt: new Date(0) })
    this.revision += 1
  }
  rate(accountId: string, ...levels: readonly (readonly [id: string, role: Role, basisPoints: number])[]): void {
    this.lines.set(
      accountId,
      levels.map(([id, role, basisPoints]) => ({ accountId: id, parentId: null, name: id, role, basisPoints })),
    )
    this.revision += 1
  }
  prices(here: () => number): PriceLists {
    return {
      add: () => Promise.reject(new Error('not here')),
      history: () => Promise.reject(new Error('not here')),
      changesAfter: async (known) => {
        this.reads.changes += 1
        if (this.failing) throw new Error('away')
        if (known === this.revision) return null
        const commission = [...this.lines.values()].flat().some(({ basisPoints }) => basisPoints > 0)
        return { revision: this.revision, entries: this.entries.slice(this.#sent(known)), commission }
      },
      revision: async () => 0,
      changesHere: here,
    }
  }
  #sent(known: number): number {
    return known < 0 ? 0 : Math.max(0, this.entries.length - (this.revision - known))
  }
  readonly counters: Counters = {
    value: async ({ accountId, environment, name, period }) => {
      this.reads.counts += 1
      return this.counts.get(`${accountId}/${environment}/${name}/${period}`) ?? 0
    },
  }
}

/** One of the processes. */
function open(shared: Shared, clock: ManualClock, here: () => number = () => 0) {
  const rates = {
    line: async (accountId: string) => {
      shared.reads.lines += 1
      return shared.lines.get(accountId) ?? []
    },
  }
  const cache = createPriceCache({ prices: shared.prices(here), rates, mode: 'differential', clock })
  const configured: PriceRule = {
    phase: 'base',
    applies: (endpoint) => endpoint === 'configured',
    base: () => ({ price: inr('3'), source: 'configuration', version: 'configuration-1' }),
  }
  const sources = { cache, volumes: new Volumes(shared.counters, clock) }
  return compilePriceRules([configured, priceListRule(sources), commissionRule(sources)])
}

const account = (of: Partial<Account> = {}) =>
  ({ id: 'acme', name: 'Acme', role: 'developer', parentId: null, ...of }) as Account

describe('price lists and commission, as rules', () => {
  let shared: Shared
  let clock: ManualClock
  let pricing: ReturnType<typeof open>
  beforeEach(() => {
    shared = new Shared()
    clock = manualClock()
    pricing = open(shared, clock)
  })
  const ask = (of: Partial<PriceQuestion> = {}): PriceQuestion => ({
    ...{ endpoint: ENDPOINT, tier: null, units: 1, account: account(), environment: 'production', listed: inr('6') },
    ...{ listedSource: 'plugin', at: clock.now(), ...of },
  })
  const quote = async (of: Partial<PriceQuestion> = {}) => await pricing.quote(ask(of))
  const later = () => clock.advance(A_SECOND_MS)

  it('prefers account over list over configuration over plugin, and names its source', async () => {
    expect(await quote()).toEqual({ price: inr('6'), source: 'plugin', version: 'plugin', legs: [] })
    expect(await quote({ endpoint: 'configured' })).toMatchObject({
      source: 'configuration',
      version: 'configuration-1',
    })
    shared.set(inr('5'))
    shared.set(inr('4.50'), { role: 'developer' })
    shared.set(inr('4'), { accountId: 'acme' })
    shared.set(inr('2'), { endpoint: 'configured' })
    later()
    expect(await quote()).toMatchObject({ price: inr('4'), source: 'account', version: 'price-3' })
    expect(await quote({ account: account({ id: 'b' }) })).toMatchObject({ price: inr('4.50'), version: 'price-2' })
    const retailer = account({ id: 'c', role: 'retailer' })
    expect(await quote({ account: retailer })).toMatchObject({ price: inr('5'), source: 'list', version: 'price-1' })
    expect(await quote({ endpoint: 'configured' })).toMatchObject({ price: inr('2'), source: 'list' })
  })

  describe('of a super admin', () => {
    const line = [
      ['shop', 'retailer', 0],
      ['head', 'super_admin', 0],
    ] as const
    const below = (of: Partial<Account> = {}) => account({ role: 'customer', parentId: 'shop', ...of })
    beforeEach(() => {
      shared.lines.set(
        'shop',
        line.map(([id, role, basisPoints]) => ({ accountId: id, parentId: null, name: id, role, basisPoints })),
      )
      shared.set(inr('5'), { role: 'customer' })
      shared.set(inr('4'), { accountId: 'head' })
    })

    it('applies only below it, before the list of operators and after the account’s own price', async () => {
      shared.set(inr('4.50'), { role: 'customer', ownerAccountId: 'head' })
      shared.set(inr('4.60'), { role: 'customer', ownerAccountId: 'rival' })
      expect(await quote({ account: below() })).toMatchObject({
        price: inr('4.50'),
        source: 'list',
        version: 'price-3',
      })
      expect(await quote({ account: account({ role: 'customer' }) })).toMatchObject({ price: inr('5') })
      shared.set(inr('4.70'), { accountId: 'acme' })
      later()
      expect(await quote({ account: below() })).toMatchObject({ price: inr('4.70'), source: 'account' })
      shared.set(inr('4.80'), { accountId: 'acme', ownerAccountId: 'head' })
      later()
      expect(await quote({ account: below() })).toMatchObject({ price: inr('4.80'), version: 'price-6' })
      expect(await quote({ account: account() })).toMatchObject({ price: inr('4.70'), version: 'price-5' })
    })

    it('is raised when the own price rises, own volume tiers included, and names its source', async () => {
      shared.set(inr('4.50'), { role: 'customer', ownerAccountId: 'head' })
      shared.set(inr('4.75'), { accountId: 'head' })
      expect(await quote({ account: below() })).toMatchObject({
        price: inr('4.75'),
        source: 'account',
        version: 'price-4',
      })
      shared.set(inr('3'), { accountId: 'head', fromCalls: 10 })
      shared.counts.set(`head/production/volume:${ENDPOINT}/${clock.now().toISOString().slice(0, 7)}`, 10)
      later()
      expect(await quote({ account: below() })).toMatchObject({ price: inr('4.50'), version: 'price-3' })
      expect(await quote({ account: below(), environment: 'sandbox' })).toMatchObject({ price: inr('4.75') })
    })

    it('reads ancestors once, and never if no super admin has set a price', async () => {
      await quote({ account: below() })
      expect(shared.reads.lines).toBe(0)
      shared.set(inr('4.50'), { role: 'customer', ownerAccountId: 'head' })
      later()
      await quote({ account: below() })
      for (let call = 0; call < 100; call += 1)
        expect(pricing.quote(ask({ account: below() }))).toMatchObject({ price: inr('4.50') })
      expect(shared.reads.lines).toBe(1)
    })
  })

  it('uses the entry in force at the time of the call: planned entries wait, and an unset entry falls back to the next one', async () => {
    const planned = new Date(clock.now().getTime() + 60_000)
    shared.set(inr('5'))
    shared.set(inr('7'), { validFrom: planned })
    shared.set(inr('5.50'), { accountId: 'acme' })
    shared.set(null, { accountId: 'acme' })
    expect(await quote()).toMatchObject({ price: inr('5'), version: 'price-1' })
    expect(await quote({ at: planned })).toMatchObject({ price: inr('7') })
    expect(await quote({ at: new Date(planned.getTime() - 1) })).toMatchObject({ price: inr('5') })
    shared.set(inr('8'), { validFrom: planned })
    later()
    expect(await quote({ at: planned })).toMatchObject({ price: inr('8'), version: 'price-5' })
  })

  it('reads nothing for a call, and does not wait, while nothing can have changed', async () => {
    shared.rate('shop', ['shop', 'retailer', 800])
    await quote({ account: account({ parentId: 'shop' }) })
    const before = { ...shared.reads }
    for (let call = 0; call < 100; call += 1) {
      expect(pricing.quote(ask())).not.toBeInstanceOf(Promise)
      const below = pricing.quote(ask({ account: account({ parentId: 'shop' }) }))
      expect(below).toMatchObject({ legs: [{ accountId: 'shop', amount: 480_000 }] })
    }
    expect(shared.reads).toEqual(before)
  })

  it('reads no ancestors if no commission rate is set', async () => {
    expect(await quote({ account: account({ parentId: 'shop' }) })).toMatchObject({ legs: [] })
    expect(shared.reads.lines).toBe(0)
  })

  it('sees what another process changed within a second: lists, rates and moved accounts', async () => {
    const below = account({ parentId: 'shop' })
    shared.rate('shop', ['shop', 'retailer', 800])
    expect(await quote({ account: below })).toMatchObject({ legs: [{ amount: 480_000 }] })
    shared.rate('shop', ['shop', 'retailer', 500], ['top', 'distributor', 1_200])
    shared.set(inr('5'))
    clock.advance(A_SECOND_MS - 1)
    expect(await quote({ account: below })).toMatchObject({ price: inr('6') })
    await Promise.resolve()
    clock.advance(1)
    expect(await quote({ account: below })).toMatchObject({
      price: inr('5'),
      legs: [
        { accountId: 'shop', amount: 250_000 },
        { accountId: 'top', amount: 350_000 },
      ],
    })
  })

  it('applies changes of this process at once, even during a query', async () => {
    let here = 0
    pricing = open(shared, clock, () => here)
    await quote()
    later()
    const looking = quote()
    shared.set(inr('5'))
    here += 1
    expect(await quote()).toMatchObject({ price: inr('5') })
    await looking
  })

  it('fails calls that need a query while the database is down, and no others', async () => {
    await quote()
    shared.failing = true
    clock.advance(A_SECOND_MS / 2)
    expect(await quote()).toMatchObject({ price: inr('6') })
    clock.advance(A_SECOND_MS / 2)
    await expect(quote()).rejects.toThrow('away')
    shared.failing = false
    expect(await quote()).toMatchObject({ price: inr('6') })
  })

  it('prices a tier as an endpoint of its own with the entries of that tier alone, times the units', async () => {
    const entry = fc.record({
      tier: fc.constantFrom('basic', 'full'),
      price: fc.option(fc.integer({ min: 0, max: 900 }), { nil: null }),
      role: fc.option(fc.constantFrom<Role>('developer', 'customer'), { nil: null }),
      fromCalls: fc.constantFrom(0, 0, 2, 5),
      ownerAccountId: fc.option(fc.constant('head'), { nil: null }),
      accountId: fc.constantFrom(null, null, 'acme', 'head'),
    })
    const counts = fc.record({ basic: fc.integer({ min: 0, max: 6 }), full: fc.integer({ min: 0, max: 6 }) })
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { maxLength: 12 }), counts, async (entries, sold) => {
        const shared = new Shared()
        const line = { accountId: 'head', parentId: null, name: 'head', role: 'super_admin', basisPoints: 700 } as const
        shared.lines.set('head', [line])
        for (const { tier, price, role, accountId, ...of } of entries) {
          const slot = { ...of, accountId, role: accountId === null ? role : null }
          const set = price === null ? null : priceOf(price * 10_000)
          shared.set(set, { ...slot, tier })
          shared.set(set, { ...slot, endpoint: `plain-${tier}` })
        }
        const pricing = open(shared, clock)
        const payer = account({ parentId: 'head' })
        for (const tier of ['basic', 'full'] as const) {
          const period = clock.now().toISOString().slice(0, 7)
          for (const item of [`${ENDPOINT}#${tier}`, `plain-${tier}`])
            shared.counts.set(`acme/production/volume:${item}/${period}`, sold[tier])
          const plain = await pricing.quote(ask({ account: payer, endpoint: `plain-${tier}` }))
          const units = sold[tier] + 1
          const tiered = await pricing.quote(ask({ account: payer, tier, units }))
          expect(tiered.price).toBe(plain.price * units)
          expect(tiered.legs.map(({ amount }) => amount)).toEqual(plain.legs.map(({ amount }) => amount * units))
          expect(tiered.source).toBe(plain.source)
        }
      }),
    )
  })

  describe('by volume', () => {
    const key = () => `acme/production/volume:${ENDPOINT}/2026-01`
    const sold = () => shared.counts.set(key(), (shared.counts.get(key()) ?? 0) + 1)
    beforeEach(() => {
      clock = manualClock(new Date('2026-01-15T00:00:00Z'))
      pricing = open(shared, clock)
      shared.set(inr('5'), { role: 'developer' })
      shared.set(inr('4'), { role: 'developer', fromCalls: 3 })
      shared.set(inr('3'), { role: 'developer', fromCalls: 10 })
    })

    it('applies the volume tier that this month has reached, exactly if calls are sequential', async () => {
      const prices = []
      for (let call = 0; call < 12; call += 1) {
        const { price, volume } = await quote()
        prices.push(price / inr('1'))
        expect(volume).toEqual({ name: `volume:${ENDPOINT}`, period: '2026-01' })
        sold()
      }
      expect(prices).toEqual([5, 5, 5, 4, 4, 4, 4, 4, 4, 4, 3, 3])
      expect(shared.reads.counts).toBeLessThan(6)
      clock.advance(Date.parse('2026-01-31T18:30:00Z') - clock.now().getTime())
      expect(await quote()).toMatchObject({ price: inr('5'), volume: { period: '2026-02' } })
    })

    it('counts a quote that came to nothing for nothing', async () => {
      for (let call = 0; call < 30; call += 1) expect((await quote()).price).toBe(inr('5'))
    })

    it('sees within a second what other processes sold', async () => {
      shared.counts.set(key(), 5)
      expect((await quote()).price).toBe(inr('4'))
      shared.counts.set(key(), 20)
      clock.advance(1_000)
      expect((await quote()).price).toBe(inr('3'))
    })

    it('counts charged calls only if a volume tier depends on them, and then of every account', async () => {
      expect((await quote({ endpoint: 'other' })).volume).toBeUndefined()
      const other = await quote({ account: account({ id: 'c', role: 'customer' }) })
      expect(other).toMatchObject({ price: inr('6'), volume: { period: '2026-01' } })
      expect(shared.reads.counts).toBe(0)
    })
  })
})
