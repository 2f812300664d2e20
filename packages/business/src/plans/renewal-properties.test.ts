import { inr, type Money, micro, type SubscriptionStep } from '@parakh/core'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { CATALOGUE, PlanWorld, planNamed } from '../../test/plan-world.ts'
import { cancelling, changing, subscribing } from './orders.ts'
import { renewal } from './renewal.ts'
import { GRACE_MS, termsInForce } from './terms-in-force.ts'

const HOUR_MS = 3_600_000
const PAID_PLANS = ['lite', 'starter', 'enterprise']
const BUSINESS_REFUSALS = [
  'PLAN_NOT_AFFORDABLE',
  'PLAN_ALREADY_SUBSCRIBED',
  'PLAN_NOT_SUBSCRIBED',
  'PLAN_ACCOUNT_NOT_ACTIVE',
]

type Act = (world: PlanWorld) => SubscriptionStep | null
const act = (name: string, run: Act) => ({ run, toString: () => name })
const plan = fc.constantFrom(...PAID_PLANS)
const acts = fc.oneof(
  plan.map((id) => act(`subscribe ${id}`, (w) => w.take(subscribing(w.standing, planNamed(id), w.nextId())))),
  fc
    .constantFrom(...PAID_PLANS, 'developer')
    .map((id) => act(`change to ${id}`, (w) => w.take(changing(w.standing, planNamed(id))))),
  fc.constant(act('cancel', (w) => w.take(cancelling(w.standing)))),
  fc.constant(act('renew', (w) => w.take(renewal(w.standing, CATALOGUE)))),
  fc.constantFrom('499.50', '999', '25000').map((amount) =>
    act(`credit ${amount}`, (w) => {
      w.credit(inr(amount as '999'))
      return null
    }),
  ),
  // Mostly forward, past a border or two; sometimes a clock is set back.
  fc.oneof(fc.integer({ min: 1, max: 24 * 45 }), fc.integer({ min: -3, max: 3 })).map((hours) =>
    act(`pass ${hours} hours`, (w) => {
      w.pass(hours * HOUR_MS)
      return null
    }),
  ),
  fc.constantFrom('active', 'active', 'suspended').map((status) =>
    act(status, (w) => {
      w.status = status as 'active' | 'suspended'
      return null
    }),
  ),
)

function perform(world: PlanWorld, { run }: { run: Act }): SubscriptionStep | null {
  try {
    return run(world)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (BUSINESS_REFUSALS.includes(code)) return null
    throw error
  }
}

const priceOf = (id: string): Money => planNamed(id).pricePerMonth

function paidInMonths(world: PlanWorld): ReadonlyMap<string, Money> {
  const sums = new Map<string, Money>()
  for (const { subscription, period, amount } of world.charges) {
    const month = `${subscription} ${period}`
    sums.set(month, micro((sums.get(month) ?? 0) + amount))
  }
  return sums
}

it('charges a month once, with the price of the dearest plan held in it, whatever happens in which order', () => {
  fc.assert(
    fc.property(fc.array(acts, { maxLength: 60 }), (sequence) => {
      const world = new PlanWorld('2026-11-21T12:00:00Z')
      const dearest = new Map<string, Money>()
      for (const one of sequence) {
        perform(world, one)
        const now = world.subscription
        if (now?.state !== 'active') continue
        const month = `${now.id} ${now.period}`
        dearest.set(month, micro(Math.max(dearest.get(month) ?? 0, now.plan.pricePerMonth)))
        expect(now.paid).toBe(dearest.get(month))
      }
      expect(paidInMonths(world)).toEqual(dearest)
    }),
    { numRuns: 1_000 },
  )
})

it('leaves nothing to do for whoever renews second', () => {
  fc.assert(
    fc.property(fc.array(acts, { maxLength: 40 }), (sequence) => {
      const world = new PlanWorld('2026-10-31T18:29:59Z')
      for (const one of sequence) {
        perform(world, one)
        world.take(renewal(world.standing, CATALOGUE))
        expect(renewal(world.standing, CATALOGUE)).toBeNull()
      }
    }),
    { numRuns: 500 },
  )
})

it('serves nobody unpaid for longer than the grace of the border and the grace of the renewal', () => {
  fc.assert(
    fc.property(fc.array(acts, { maxLength: 40 }), (sequence) => {
      const world = new PlanWorld('2026-11-21T12:00:00Z')
      for (const one of sequence) {
        perform(world, one)
        const { subscription, at } = world
        const terms = termsInForce(subscription, at, CATALOGUE)
        if (!terms || !subscription) continue
        const paidUntil = subscription.state === 'grace' ? subscription.from : subscription.until
        const unpaid = subscription.state === 'grace' ? (subscription.graceUntil?.getTime() ?? 0) - at.getTime() : 0
        expect(unpaid).toBeLessThanOrEqual(GRACE_MS + 3 * 60 * HOUR_MS)
        if (subscription.state === 'active') {
          expect(at.getTime()).toBeLessThan(paidUntil.getTime() + GRACE_MS)
          expect(subscription.paid).toBeGreaterThanOrEqual(priceOf(subscription.plan.id))
        }
      }
    }),
    { numRuns: 500 },
  )
})
