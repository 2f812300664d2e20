import { inr, type Subscription } from '@parakh/core'
import { describe, expect, it } from 'vitest'
import { CATALOGUE, LITE, PlanWorld, planNamed } from '../../test/plan-world.ts'
import { monthAt, monthOf } from './month.ts'
import { cancelling, changing, subscribing } from './orders.ts'
import { poolOf } from './pool.ts'
import { renewal } from './renewal.ts'
import { shareReached, tellingUsage } from './usage-told.ts'

const DAY_MS = 86_400_000
/** A world at a time, with a plan that is paid. */
function subscribed(id: string, at = '2026-11-21T12:00:00Z') {
  const world = new PlanWorld(at)
  world.credit(planNamed(id).pricePerMonth)
  world.take(subscribing(world.standing, planNamed(id), world.nextId()))
  return world
}
const renew = (world: PlanWorld) => world.take(renewal(world.standing, CATALOGUE))
const pool = ({ subscription, at }: PlanWorld, endpoint = 'pan-details') =>
  subscription && poolOf(subscription, { endpoint, at }, CATALOGUE)
const eventOf = (world: PlanWorld) => world.steps.at(-1)?.event

describe('a month', () => {
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

describe('a subscription', () => {
  it('costs a whole month and has a whole pool on its last day too', () => {
    const world = subscribed('starter', '2026-11-30T18:00:00Z')
    expect(world.charges).toEqual([{ subscription: 's1', period: '2026-11', amount: inr('999') }])
    expect(pool(world)).toEqual({ name: 'plan:s1', period: '2026-11', limit: 5000, version: 'plan:starter:2026-11' })
    expect(eventOf(world)).toEqual({
      type: 'plan.subscribed',
      data: { subscription_id: 's1', plan: 'starter', period: '2026-11', paid: 999 },
    })
  })

  it('is refused with the figures where the wallet has less', () => {
    const world = new PlanWorld('2026-11-21T12:00:00Z')
    world.credit(inr('998.99'))
    expect(() => subscribing(world.standing, planNamed('starter'), 's1')).toThrow(
      /starter costs 999\.00 INR a month, and 999\.00 INR are to be paid for 2026-11.*has 998\.99 INR available/,
    )
  })

  it('is paid up, for what is missing, by a dearer plan at once, and its pool is the same one, larger', () => {
    const world = subscribed('lite')
    world.credit(inr('499.50'))
    world.take(changing(world.standing, planNamed('starter')))
    expect(world.charges.map(({ amount }) => amount)).toEqual([inr('499.50'), inr('499.50')])
    expect([...world.references]).toEqual(['plan-s1-2026-11', 'plan-s1-2026-11-99900'])
    expect(pool(world)).toMatchObject({ name: 'plan:s1', limit: 5000 })
  })

  it('goes to a cheaper plan with the next month, or stays, if that is taken back', () => {
    const world = subscribed('starter')
    world.take(changing(world.standing, LITE))
    expect(pool(world)).toMatchObject({ limit: 5000 })
    expect(world.subscription?.nextPlan).toBe('lite')
    world.take(changing(world.standing, planNamed('starter')))
    expect(world.subscription?.nextPlan).toBeNull()
    world.take(changing(world.standing, LITE))
    world.credit(inr('999'))
    world.at = new Date('2026-11-30T18:30:00Z')
    renew(world)
    expect(world.charges.at(-1)).toEqual({ subscription: 's1', period: '2026-12', amount: inr('499.50') })
    expect(eventOf(world)).toMatchObject({ type: 'plan.renewed', data: { plan: 'lite', before: 'starter' } })
    expect(pool(world)).toMatchObject({ period: '2026-12', limit: 500 })
  })

  it('pays for the endpoints that its plan includes', () => {
    const world = subscribed('lite')
    expect(pool(world, 'pan-details')).not.toBeNull()
    expect(pool(world, 'rc-pdf')).toBeNull()
  })
})

describe('at the border', () => {
  it('a call is served by the new month at once, renewed or not', () => {
    const world = subscribed('starter')
    world.at = new Date('2026-11-30T18:30:00Z')
    expect(pool(world)).toMatchObject({ period: '2026-12', limit: 5000 })
    world.pass(3 * DAY_MS)
    expect(pool(world)).toBeNull()
  })

  it('is unpaid for three days, then ended; the wallet pays again', () => {
    const world = subscribed('starter')
    world.at = new Date('2026-11-30T18:31:00Z')
    renew(world)
    expect(world.subscription).toMatchObject({ state: 'grace', period: '2026-12', paid: 0 })
    expect(eventOf(world)).toMatchObject({ type: 'plan.grace', data: { until: '2026-12-03T18:31:00.000Z' } })
    expect(pool(world)).toMatchObject({ period: '2026-12', limit: 5000 })
    world.pass(3 * DAY_MS - 1)
    expect(renew(world)).toBeNull()
    world.pass(1)
    expect(pool(world)).toBeNull()
    renew(world)
    expect(world.subscription?.state).toBe('ended')
    expect(eventOf(world)).toMatchObject({ type: 'plan.ended', data: { reason: 'unpaid' } })
  })

  it('is paid late as soon as the wallet can', () => {
    const world = subscribed('starter')
    world.at = new Date('2026-11-30T18:31:00Z')
    renew(world)
    world.credit(inr('999'))
    renew(world)
    expect(world.subscription).toMatchObject({ state: 'active', paid: inr('999'), graceUntil: null })
  })

  it('a plan that ended unpaid and is taken again in that month has the pool that it had', () => {
    const world = subscribed('starter')
    world.at = new Date('2026-11-30T18:31:00Z')
    renew(world)
    world.pass(4 * DAY_MS)
    renew(world)
    world.credit(inr('999'))
    world.take(subscribing(world.standing, planNamed('starter'), world.nextId()))
    expect(pool(world)).toMatchObject({ name: 'plan:s1', period: '2026-12' })
  })

  it('charges the month that it is, and none in which nothing ran', () => {
    const world = subscribed('starter')
    world.credit(inr('9990'))
    world.at = new Date('2027-03-05T00:00:00Z')
    renew(world)
    expect(world.charges.map(({ period }) => period)).toEqual(['2026-11', '2027-03'])
  })

  it('ends what was cancelled, what is no longer offered, and what belongs to a closed account', () => {
    const ending: readonly (readonly [string, (world: PlanWorld) => void])[] = [
      ['cancelled', (world) => world.take(cancelling(world.standing))],
      ['not_offered', (world) => Object.assign(world, { subscription: renamed(world.subscription) })],
      ['account_closed', (world) => Object.assign(world, { status: 'closed' })],
    ]
    for (const [reason, change] of ending) {
      const world = subscribed('starter')
      world.credit(inr('5000'))
      change(world)
      world.at = new Date('2026-11-30T18:30:00Z')
      renew(world)
      expect(eventOf(world)).toMatchObject({ type: 'plan.ended', data: { reason } })
      expect(world.charges).toHaveLength(1)
    }
  })

  it('renews early by a clock that is set ahead, and nothing twice when it is set back', () => {
    const world = subscribed('starter')
    world.credit(inr('5000'))
    world.at = new Date('2026-12-05T00:00:00Z')
    renew(world)
    world.at = new Date('2026-11-22T00:00:00Z')
    expect(renew(world)).toBeNull()
    expect(pool(world)).toMatchObject({ limit: 5000 })
    world.at = new Date('2026-12-05T00:00:00Z')
    expect(renew(world)).toBeNull()
    expect(world.charges.map(({ period }) => period)).toEqual(['2026-11', '2026-12'])
  })

  it('leaves a suspended account alone, until it is not', () => {
    const world = subscribed('starter')
    world.credit(inr('999'))
    world.status = 'suspended'
    world.at = new Date('2026-12-20T00:00:00Z')
    expect(renew(world)).toBeNull()
    world.status = 'active'
    expect(renew(world)?.subscription).toMatchObject({ state: 'active', period: '2026-12' })
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

  it('tells of each share once, and again of a larger pool', () => {
    const world = subscribed('lite')
    const tell = (used: number) => {
      world.used = used
      return world.take(tellingUsage(world.standing))?.event?.data['percent'] ?? null
    }
    expect([399, 400, 450, 500, 500].map(tell)).toEqual([null, 80, null, 100, null])
    world.credit(inr('499.50'))
    world.take(changing(world.standing, planNamed('starter')))
    expect([3_999, 4_000].map(tell)).toEqual([null, 80])
  })
})
