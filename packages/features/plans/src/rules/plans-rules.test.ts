import { inr } from '@parakh/core'
import { monthAt, monthOf } from '@parakh/core/formats'
import { describe, expect, it } from 'vitest'
import { CATALOGUE, LITE, PlanWorld, planNamed } from '../../test/plan-world.ts'
import type { Subscription } from '../contract.ts'
import { cancelling, changing, subscribing } from './change-subscription.ts'
import { poolUsageEvent, shareReached } from './pool-usage-event.ts'
import { renewal } from './renewal.ts'
import { poolOf } from './unit-pool.ts'

const DAY_MS = 86_400_000
/** One month after the subscription of `subscribed`. */
const BORDER = new Date('2026-12-21T12:00:00Z')
/** A world at a given time, with a paid plan. */
function subscribed(id: string, at = '2026-11-21T12:00:00Z') {
  const world = new PlanWorld(at)
  world.credit(planNamed(id).pricePerMonth)
  world.take(subscribing(world.context, planNamed(id), world.nextId()))
  return world
}
const renew = (world: PlanWorld) => world.take(renewal(world.context, CATALOGUE))
const pool = ({ subscription, at }: PlanWorld, endpoint = 'pan-details') =>
  subscription && poolOf(subscription, { endpoint, at }, CATALOGUE)
const eventOf = (world: PlanWorld) => world.steps.at(-1)?.event

describe('a calendar month', () => {
  it.each([
    ['2026-10-31T18:29:59.999Z', '2026-10'],
    ['2026-10-31T18:30:00.000Z', '2026-11'],
    ['2026-12-31T18:29:59.999Z', '2026-12'],
    ['2026-12-31T18:30:00.000Z', '2027-01'],
    ['2028-02-29T18:29:59.999Z', '2028-02'],
  ])('of %s is %s, by the clock of India', (at, period) => {
    const month = monthAt(new Date(at))
    expect(month.period).toBe(period)
    expect(month).toEqual(monthOf(period))
    expect(monthAt(month.from).period).toBe(period)
    expect(monthAt(month.until).from).toEqual(month.until)
  })
  it.each(['2026-13', '2026-00', '2026-1', '26-01', '2026-01-01', ''])('is not %s', (text) =>
    expect(monthOf(text)).toBeNull(),
  )
})

describe('a period', () => {
  it.each([
    ['2026-11-21T12:00:00Z', '2026-12-21T12:00:00Z', 'the same time of the same day of the next month'],
    ['2026-11-23T18:45:00Z', '2026-12-23T18:45:00Z', 'the 24th by the clock of India'],
    ['2026-12-31T18:29:59Z', '2027-01-31T18:29:59Z', 'over the end of a year'],
    ['2027-01-30T18:30:00Z', '2027-02-27T18:30:00Z', 'the last day of a shorter month'],
    ['2028-01-31T06:00:00Z', '2028-02-29T06:00:00Z', 'the last day of a leap February'],
  ])('from %s is until %s: %s', (at, until) => {
    expect(subscribed('starter', at).subscription).toMatchObject({ from: new Date(at), until: new Date(until) })
  })

  it('comes back to its day of the month after a shorter one, with whole months without a gap', () => {
    const world = subscribed('starter', '2026-12-31T06:00:00Z')
    const borders = Array.from({ length: 14 }, () => {
      world.credit(inr('999'))
      world.at = world.subscription?.until ?? world.at
      renew(world)
      expect(world.subscription?.from).toEqual(world.at)
      return world.at.toISOString().slice(5, 10)
    })
    const days = ['01-31', '02-28', '03-31', '04-30', '05-31', '06-30', '07-31', '08-31', '09-30', '10-31', '11-30']
    expect(borders).toEqual([...days, '12-31', '01-31', '02-29'])
  })

  it('of a subscription from before, which was a calendar month, is followed by whole months from its border', () => {
    const world = subscribed('starter', '2026-11-21T12:00:00Z')
    const [from, until] = [new Date('2026-10-31T18:30:00Z'), new Date('2026-11-30T18:30:00Z')]
    world.subscription = world.subscription && { ...world.subscription, period: '2026-11', from, until }
    for (const next of ['2026-12-31T18:30:00Z', '2027-01-31T18:30:00Z', '2027-02-28T18:30:00Z']) {
      world.credit(inr('999'))
      world.at = world.subscription?.until ?? world.at
      renew(world)
      expect(world.subscription?.until).toEqual(new Date(next))
    }
    expect(world.charges.map(({ period }) => period)).toEqual(['2026-11-21', '2026-12-01', '2027-01-01', '2027-02-01'])
  })
})

describe('a subscription', () => {
  it('costs a whole month and has one from the moment it is made, on the last day of a calendar month too', () => {
    const world = subscribed('starter', '2026-11-30T18:00:00Z')
    expect(world.charges).toEqual([{ subscription: 's1', period: '2026-11-30', amount: inr('999') }])
    const first = { name: 'plan:s1', period: '2026-11-30', limit: 5000, version: 'plan:starter:2026-11-30' }
    expect(pool(world)).toEqual(first)
    world.at = new Date('2026-12-30T17:59:59.999Z')
    expect(pool(world)).toEqual(first)
    expect(renew(world)).toBeNull()
    expect(eventOf(world)).toEqual({
      type: 'plan.subscribed',
      data: { subscription_id: 's1', plan: 'starter', period: '2026-11-30', paid: 999 },
    })
  })

  it('is refused with the figures where the wallet has less', () => {
    const world = new PlanWorld('2026-11-21T12:00:00Z')
    world.credit(inr('998.99'))
    expect(() => subscribing(world.context, planNamed('starter'), 's1')).toThrow(
      /starter costs 999\.00 INR a month, and 999\.00 INR are due for 2026-11-21 to 2026-12-21.*has 998\.99 INR available/,
    )
  })

  it('says in the ledger which days are paid', () => {
    expect(subscribed('starter').steps[0]?.charge?.reason).toBe('Plan fee: Starter, 2026-11-21 to 2026-12-21')
  })

  it('is upgraded at once for the difference, keeping its period and usage', () => {
    const world = subscribed('lite')
    const before = world.subscription
    world.credit(inr('499.50'))
    world.pass(8 * DAY_MS)
    world.take(changing(world.context, planNamed('starter')))
    expect(world.charges.map(({ amount }) => amount)).toEqual([inr('499.50'), inr('499.50')])
    expect([...world.references]).toEqual(['plan-s1-2026-11-21', 'plan-s1-2026-11-21-99900'])
    expect(pool(world)).toMatchObject({ name: 'plan:s1', period: '2026-11-21', limit: 5000 })
    expect(world.subscription).toMatchObject({ from: before?.from, until: before?.until })
  })

  it('is downgraded at the end of the period, unless that is cancelled', () => {
    const world = subscribed('starter')
    world.take(changing(world.context, LITE))
    expect(pool(world)).toMatchObject({ limit: 5000 })
    expect(world.subscription?.nextPlan).toBe('lite')
    world.take(changing(world.context, planNamed('starter')))
    expect(world.subscription?.nextPlan).toBeNull()
    world.take(changing(world.context, LITE))
    world.credit(inr('999'))
    world.at = BORDER
    renew(world)
    expect(world.charges.at(-1)).toEqual({ subscription: 's1', period: '2026-12-21', amount: inr('499.50') })
    expect(eventOf(world)).toMatchObject({ type: 'plan.renewed', data: { plan: 'lite', before: 'starter' } })
    expect(pool(world)).toMatchObject({ period: '2026-12-21', limit: 500 })
  })

  it('begins again after one that was cancelled: a whole month, a whole pool', () => {
    const world = subscribed('starter')
    world.take(cancelling(world.context))
    world.at = BORDER
    renew(world)
    world.pass(9 * DAY_MS)
    world.credit(inr('999'))
    world.take(subscribing(world.context, planNamed('starter'), world.nextId()))
    expect(pool(world)).toMatchObject({ name: 'plan:s2', period: '2026-12-30' })
    expect(world.subscription?.until).toEqual(new Date('2027-01-30T12:00:00Z'))
  })

  it('pays for the endpoints that its plan includes', () => {
    const world = subscribed('lite')
    expect(pool(world, 'pan-details')).not.toBeNull()
    expect(pool(world, 'rc-pdf')).toBeNull()
  })
})

describe('at the border', () => {
  it('a call is served by the new period at once, renewed or not', () => {
    const world = subscribed('starter')
    world.at = BORDER
    expect(pool(world)).toMatchObject({ period: '2026-12-21', limit: 5000 })
    world.pass(3 * DAY_MS)
    expect(pool(world)).toBeNull()
  })

  it('is unpaid for three days, then ended; the wallet pays again', () => {
    const world = subscribed('starter')
    world.at = new Date(BORDER.getTime() + 60_000)
    renew(world)
    expect(world.subscription).toMatchObject({ state: 'grace', period: '2026-12-21', paid: 0 })
    expect(eventOf(world)).toMatchObject({ type: 'plan.grace', data: { until: '2026-12-24T12:01:00.000Z' } })
    expect(pool(world)).toMatchObject({ period: '2026-12-21', limit: 5000 })
    world.pass(3 * DAY_MS - 1)
    expect(renew(world)).toBeNull()
    world.pass(1)
    expect(pool(world)).toBeNull()
    renew(world)
    expect(world.subscription?.state).toBe('ended')
    expect(eventOf(world)).toMatchObject({ type: 'plan.ended', data: { reason: 'unpaid' } })
  })

  it('is paid late as soon as the wallet can, and keeps its day of the month', () => {
    const world = subscribed('starter')
    world.at = BORDER
    renew(world)
    world.pass(2 * DAY_MS)
    world.credit(inr('999'))
    renew(world)
    expect(world.subscription).toMatchObject({ state: 'active', paid: inr('999'), graceUntil: null, from: BORDER })
    expect(world.subscription?.until).toEqual(new Date('2027-01-21T12:00:00Z'))
  })

  it('a plan that ended unpaid and is subscribed again has a whole month, and the pool less the usage in grace', () => {
    const world = subscribed('starter')
    world.at = BORDER
    renew(world)
    world.pass(4 * DAY_MS)
    renew(world)
    world.credit(inr('999'))
    world.take(subscribing(world.context, planNamed('starter'), world.nextId()))
    expect(pool(world)).toMatchObject({ name: 'plan:s1', period: '2026-12-21' })
    expect(world.subscription).toMatchObject({ from: world.at, until: new Date('2027-01-25T12:00:00Z') })
    world.credit(inr('999'))
    world.at = new Date('2027-01-25T12:00:00Z')
    renew(world)
    expect(pool(world)).toMatchObject({ name: 'plan:s1', period: '2027-01-25' })
  })

  it('charges no time in which nothing was served: after a stop of more than three days a whole month begins', () => {
    const world = subscribed('starter')
    world.credit(inr('9990'))
    world.at = new Date('2027-03-05T00:00:00Z')
    renew(world)
    expect(world.charges.map(({ period }) => period)).toEqual(['2026-11-21', '2027-03-05'])
    expect(world.subscription?.until).toEqual(new Date('2027-04-05T00:00:00Z'))
  })

  it('ends subscriptions that were cancelled, whose plan is no longer offered, or whose account is closed', () => {
    const ending: readonly (readonly [string, (world: PlanWorld) => void])[] = [
      ['cancelled', (world) => world.take(cancelling(world.context))],
      ['not_offered', (world) => Object.assign(world, { subscription: renamed(world.subscription) })],
      ['account_closed', (world) => Object.assign(world, { status: 'closed' })],
    ]
    for (const [reason, change] of ending) {
      const world = subscribed('starter')
      world.credit(inr('5000'))
      change(world)
      world.at = BORDER
      renew(world)
      expect(eventOf(world)).toMatchObject({ type: 'plan.ended', data: { reason } })
      expect(world.charges).toHaveLength(1)
    }
  })

  it('renews early by a clock that is set ahead, and nothing twice when it is set back', () => {
    const world = subscribed('starter')
    world.credit(inr('5000'))
    world.at = new Date('2026-12-22T00:00:00Z')
    renew(world)
    world.at = new Date('2026-11-22T00:00:00Z')
    expect(renew(world)).toBeNull()
    expect(pool(world)).toMatchObject({ limit: 5000 })
    world.at = new Date('2026-12-22T00:00:00Z')
    expect(renew(world)).toBeNull()
    expect(world.charges.map(({ period }) => period)).toEqual(['2026-11-21', '2026-12-21'])
  })

  it('leaves a suspended account alone, until it is not', () => {
    const world = subscribed('starter')
    world.credit(inr('999'))
    world.status = 'suspended'
    world.at = new Date('2027-01-20T00:00:00Z')
    expect(renew(world)).toBeNull()
    world.status = 'active'
    expect(renew(world)?.subscription).toMatchObject({ state: 'active', period: '2027-01-20' })
  })
})

const renamed = (subscription: Subscription | null) =>
  subscription && { ...subscription, plan: { ...subscription.plan, id: 'withdrawn' } }

describe('a pool', () => {
  it.each([
    [79, 100, 0],
    [80, 100, 80],
    [99, 100, 80],
    [100, 100, 100],
    [3, 4, 0],
    [4, 5, 80],
    [5, 0, 0],
    [1_000_000, null, 0],
  ])('of which %s of %s are used has come to %s percent', (used, limit, share) =>
    expect(shareReached(used, limit)).toBe(share),
  )

  it('emits an event for each share once, and again after an upgrade', () => {
    const world = subscribed('lite')
    const tell = (used: number) => {
      world.used = used
      return world.take(poolUsageEvent(world.context))?.event?.data['percent'] ?? null
    }
    expect([399, 400, 450, 500, 500].map(tell)).toEqual([null, 80, null, 100, null])
    world.credit(inr('499.50'))
    world.take(changing(world.context, planNamed('starter')))
    expect([3_999, 4_000].map(tell)).toEqual([null, 80])
  })
})
