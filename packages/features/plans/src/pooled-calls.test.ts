import { Counters, decimal, inr, Store, Wallet } from '@parakh/core'
import type { Host } from '@parakh/kernel'
import { manualClock } from '@parakh/testkit'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { type OfferedInput, type PlanHostOptions, type PlanPlace, planPlace, subscriberOn } from '../test/plan-host.ts'
import { Plans, poolName } from './contract.ts'

const DAY_MS = 86_400_000
const SMALL = { small: { pricePerMonth: '100', pooledRequests: 10, features: ['productionKeys' as const] } }
const SOME = { some: { ...SMALL.small, endpoints: ['lookup'] } }
/** A source with a record for every code but ZZ00, which fails for DD00. */
const troubled: PlanHostOptions = {
  async find(code) {
    if (code === 'DD00') throw new Error('down')
    return code === 'ZZ00' ? null : { code, name: 'Asha' }
  },
}
const Charged = z.object({ meta: z.object({ charged: z.number(), balance: z.number().optional() }) })
const NOVEMBER = new Date('2026-11-21T12:00:00Z')
const BORDER = new Date('2026-12-21T12:00:00Z')

describe.each(['sqlite3', 'pg'] as const)('a plan on %s', (client) => {
  let place: PlanPlace
  let clock: ReturnType<typeof manualClock>
  let host: Host
  beforeEach(async () => {
    place = await planPlace(client)
    clock = manualClock(NOVEMBER)
  })
  afterEach(() => place.end())

  const subscriber = async (plan: string, own: OfferedInput = SMALL, more: PlanHostOptions = {}) => {
    host = await place.open(clock, { offered: { developer: { features: ['productionKeys'] }, ...own }, ...more })
    const account = await subscriberOn(host)
    const { accountId } = account
    await host.get(Plans).subscribe({ accountId, plan, actor: 'test' })
    return account
  }
  const balance = async (accountId: string) =>
    decimal((await host.get(Wallet).balance(accountId, 'production')).available)
  const call = async (
    key: { apiKey: string; apiSecret: string },
    { code = 'AA00', endpoint = 'lookup', on = host } = {},
  ) => {
    const reply = await on.call(endpoint, { code }, key)
    return { ...reply, charged: Charged.parse(reply.body).meta.charged }
  }
  const verified = async () => (await host.get(Store).ledger.verify()).ok

  it('uses exactly the units of the pool in place of money, with concurrent calls at its end', async () => {
    const { accountId, production } = await subscriber('small')
    expect(await balance(accountId)).toBe('1900.00')
    for (let n = 0; n < 5; n += 1) expect((await call(production)).charged).toBe(0)
    const met = await Promise.all(Array.from({ length: 25 }, () => call(production)))
    expect(met.filter(({ charged }) => charged === 0)).toHaveLength(5)
    expect(met.filter(({ charged }) => charged === 0.5)).toHaveLength(20)
    expect(await balance(accountId)).toBe('1890.00')
    expect(await host.get(Plans).show(accountId)).toMatchObject({ used: 10, remaining: 0 })
    expect(await verified()).toBe(true)
  })

  it('takes exactly its pool over two processes', async () => {
    const { accountId, production } = await subscriber('small')
    const other = client === 'pg' ? await place.open(clock, { offered: SMALL }) : host
    const met = await Promise.all(
      Array.from({ length: 30 }, (_, n) => call(production, { on: n % 2 === 0 ? host : other })),
    )
    expect(met.filter(({ charged }) => charged === 0)).toHaveLength(10)
    expect(await balance(accountId)).toBe('1890.00')
  })

  it('returns the unit of a call that fails or has no result', async () => {
    const { accountId, production } = await subscriber('small', SMALL, troubled)
    for (const code of ['DD00', 'ZZ00', 'AA00', 'DD00', 'ZZ00']) await call(production, { code })
    expect(await host.get(Plans).show(accountId)).toMatchObject({ used: 1, remaining: 9 })
    expect(await balance(accountId)).toBe('1900.00')
  })
  it('pays neither in the sandbox, nor for other endpoints, nor for what is free', async () => {
    const { accountId, sandbox, production } = await subscriber('some', SOME)
    expect((await call(sandbox)).charged).toBe(0.5)
    expect((await call(production, { endpoint: 'post-lookup' })).charged).toBe(1)
    await call(production, { endpoint: 'item' })
    expect(await host.get(Plans).show(accountId)).toMatchObject({ used: 0 })
    expect((await call(production)).charged).toBe(0)
    expect(await host.get(Plans).show(accountId)).toMatchObject({ used: 1 })
  })

  it('has a new pool from the border on, and is renewed once, however many processes do it', async () => {
    const { accountId, production } = await subscriber('small')
    for (let n = 0; n < 10; n += 1) await call(production)
    expect((await call(production)).charged).toBe(0.5)
    clock.advance(BORDER.getTime() - NOVEMBER.getTime() - 1)
    expect((await call(production)).charged).toBe(0.5)
    clock.advance(1)
    expect((await call(production)).charged).toBe(0)
    const processes = [
      host.get(Plans),
      (client === 'pg' ? await place.open(clock, { offered: SMALL }) : host).get(Plans),
    ]
    const reports = await Promise.all([...processes, ...processes].map((plans) => plans.renewDue()))
    expect(reports.reduce((sum, { renewed }) => sum + renewed, 0)).toBe(1)
    expect(await balance(accountId)).toBe('1799.00')
    expect(await host.get(Plans).show(accountId)).toMatchObject({ period: '2026-12-21', used: 1 })
    expect(await verified()).toBe(true)
  })

  it('is served unpaid in grace, then not', async () => {
    const { accountId, production } = await subscriber('small')
    const empty = { accountId, environment: 'production', reference: 'empty', reason: 'Test', actor: 'test' } as const
    await host.get(Wallet).adjust({ ...empty, amount: -inr('1900') as ReturnType<typeof inr> })
    clock.advance(BORDER.getTime() - NOVEMBER.getTime())
    expect(await host.get(Plans).renewDue()).toEqual({ renewed: 0, grace: 1, ended: 0 })
    expect(await call(production)).toMatchObject({ status: 200, charged: 0 })
    clock.advance(3 * DAY_MS)
    expect(await call(production)).toMatchObject({ status: 402 })
    expect(await host.get(Plans).renewDue()).toEqual({ renewed: 0, grace: 0, ended: 1 })
    expect(await host.get(Plans).show(accountId)).toMatchObject({ subscription: null, plan: { id: 'developer' } })
    expect(await verified()).toBe(true)
  })

  it('is paid once by concurrent subscriptions of one account', async () => {
    host = await place.open(clock, { offered: { developer: { features: ['productionKeys'] }, ...SMALL } })
    const { accountId } = await subscriberOn(host)
    const other = client === 'pg' ? await place.open(clock, { offered: SMALL }) : host
    const asked = Array.from({ length: 6 }, (_, n) =>
      (n % 2 === 0 ? host : other).get(Plans).subscribe({ accountId, plan: 'small', actor: 'test' }),
    )
    const outcomes = await Promise.allSettled(asked)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await balance(accountId)).toBe('1900.00')
    expect(await verified()).toBe(true)
  })

  it('is renewed by a server that was down at the border, for a month from then on', async () => {
    const { accountId } = await subscriber('small')
    clock.advance(BORDER.getTime() - NOVEMBER.getTime() + 40 * DAY_MS)
    await host.start()
    clock.advance(60_000)
    await vi.waitFor(
      async () =>
        expect(await host.get(Plans).show(accountId)).toMatchObject({ subscription: { period: '2027-01-30' } }),
      { timeout: 60_000, interval: 200 },
    )
    expect(await balance(accountId)).toBe('1800.00')
  })

  it('is one of many, each of which pays once', async () => {
    const { accountId } = await subscriber('small')
    const others = await Promise.all(Array.from({ length: 5 }, () => subscriberOn(host)))
    for (const other of others)
      await host.get(Plans).subscribe({ accountId: other.accountId, plan: 'small', actor: 'test' })
    clock.advance(BORDER.getTime() - NOVEMBER.getTime())
    expect(await host.get(Plans).renewDue()).toEqual({ renewed: 6, grace: 0, ended: 0 })
    expect(await host.get(Plans).renewDue()).toEqual({ renewed: 0, grace: 0, ended: 0 })
    for (const id of [accountId, ...others.map((other) => other.accountId)]) expect(await balance(id)).toBe('1800.00')
  })

  it('emits an event at 80 and at 100 percent of its pool, once each', async () => {
    const { accountId, production } = await subscriber('small')
    const told: number[] = []
    for (let n = 0; n < 12; n += 1) {
      await call(production)
      told.push(await host.get(Plans).tellUsage())
    }
    expect(told).toEqual([0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0])
    const events = await host.get(Store).outbox.read(1_000)
    const mine = events.filter((event) => event.accountId === accountId && event.type.startsWith('plan.'))
    expect(mine.map(({ type, data }) => [type, data['percent']])).toEqual([
      ['plan.subscribed', undefined],
      ['plan.usage', 80],
      ['plan.usage', 100],
    ])
  })

  it('is in the headers of the balance call, in production', async () => {
    const { sandbox, production } = await subscriber('small')
    await call(production)
    const headers = { 'x-plan': 'small', 'x-plan-limit': '10', 'x-plan-remaining': '9' }
    const looked = await host.call('balance', {}, production)
    expect(looked).toMatchObject({ status: 200, headers })
    expect((await host.call('balance', {}, sandbox)).headers).not.toHaveProperty('x-plan')
    expect((await host.call('lookup', { code: 'AA00' }, production)).headers).not.toHaveProperty('x-plan')
  })

  it('grows at once with an upgrade, and keeps its usage', async () => {
    const large = { large: { ...SMALL.small, pricePerMonth: '150', pooledRequests: 12 } }
    const { accountId, production } = await subscriber('small', { ...SMALL, ...large })
    const plans = host.get(Plans)
    for (let n = 0; n < 10; n += 1) await call(production)
    await plans.change({ accountId, plan: 'large', actor: 'test' })
    expect(await balance(accountId)).toBe('1850.00')
    expect(
      (await Promise.all(Array.from({ length: 4 }, () => call(production)))).map(({ charged }) => charged).sort(),
    ).toEqual([0, 0, 0.5, 0.5])
    const { subscription } = await plans.show(accountId)
    const name = subscription ? poolName(subscription) : ''
    const counter = { accountId, environment: 'production', name, period: '2026-11-21' } as const
    expect(await host.get(Counters).value(counter)).toBe(12)
  })

  it('says how available a month was', async () => {
    const { accountId, production } = await subscriber('small', SMALL, troubled)
    for (const code of ['AA00', 'ZZ00', 'AA00', 'DD00', 'not a code']) await host.call('lookup', { code }, production)
    const expected = { month: '2026-11', answered: 3, failed: 1, basisPoints: 7_500 }
    expect(await host.get(Plans).availability('2026-11')).toEqual(expected)
    expect(await host.get(Plans).availability('2026-11', accountId)).toEqual(expected)
    expect(await host.get(Plans).availability('2026-10')).toMatchObject({ answered: 0, basisPoints: null })
  })
})
