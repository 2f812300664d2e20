import { inr, type Money, micro, zero } from '@parakh/core'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { CATALOGUE, PlanWorld, planNamed } from '../../test/plan-world.ts'
import { cancelling, changing, subscribing } from './change-subscription.ts'
import { renewal } from './renewal.ts'
import type { SubscriptionStep } from './subscription-store.ts'
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
/** Actions on the account that are not steps of its plan. */
const happening = (name: string, run: (world: PlanWorld) => void) =>
  act(name, (world) => {
    run(world)
    return null
  })
const plan = fc.constantFrom(...PAID_PLANS)
const acts = fc.oneof(
  plan.map((id) => act(`subscribe ${id}`, (w) => w.take(subscribing(w.context, planNamed(id), w.nextId())))),
  fc
    .constantFrom(...PAID_PLANS, 'developer')
    .map((id) => act(`change to ${id}`, (w) => w.take(changing(w.context, planNamed(id))))),
  fc.constant(act('cancel', (w) => w.take(cancelling(w.context)))),
  fc.constant(act('renew', (w) => w.take(renewal(w.context, CATALOGUE)))),
  fc
    .constantFrom('499.50', '999', '25000')
    .map((amount) => happening(`credit ${amount}`, (w) => w.credit(inr(amount as '999')))),
  // Mostly forward, past one or two periods; sometimes a clock is set back.
  fc
    .oneof(fc.integer({ min: 1, max: 24 * 45 }), fc.integer({ min: -3, max: 3 }))
    .map((hours) => happening(`pass ${hours} hours`, (w) => w.pass(hours * HOUR_MS))),
  fc.constantFrom('active', 'active', 'suspended').map((status) =>
    happening(status, (w) => {
      w.status = status as 'active' | 'suspended'
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

function paidInPeriods(world: PlanWorld): ReadonlyMap<string, Money> {
  const sums = new Map<string, Money>()
  for (const { subscription, period, amount } of world.charges) {
    const held = `${subscription} ${period}`
    sums.set(held, micro((sums.get(held) ?? 0) + amount))
  }
  return sums
}

it('charges a period once, at the price of the most expensive plan held in it, in any order of events', () => {
  fc.assert(
    fc.property(fc.array(acts, { maxLength: 60 }), (sequence) => {
      const world = new PlanWorld('2026-11-21T12:00:00Z')
      const dearest = new Map<string, Money>()
      for (const one of sequence) {
        perform(world, one)
        const now = world.subscription
        if (now?.state !== 'active') continue
        const held = `${now.id} ${now.period}`
        dearest.set(held, micro(Math.max(dearest.get(held) ?? 0, now.plan.pricePerMonth)))
        expect(now.paid).toBe(dearest.get(held))
      }
      expect(paidInPeriods(world)).toEqual(dearest)
    }),
    { numRuns: 1_000 },
  )
})

it('leaves nothing to do for a second renewal', () => {
  fc.assert(
    fc.property(fc.array(acts, { maxLength: 40 }), (sequence) => {
      const world = new PlanWorld('2026-10-31T18:29:59Z')
      for (const one of sequence) {
        perform(world, one)
        world.take(renewal(world.context, CATALOGUE))
        expect(renewal(world.context, CATALOGUE)).toBeNull()
      }
    }),
    { numRuns: 500 },
  )
})

it('serves no account unpaid for longer than the two periods of grace', () => {
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

/** As for an operator's request: a due renewal is decided first. */
const withRenewals = (sequence: readonly { run: Act }[]): readonly { run: Act }[] =>
  sequence.flatMap((one) => [{ run: (world: PlanWorld) => world.take(renewal(world.context, CATALOGUE)) }, one])

it('sells with each payment of a period all of a month but the days of grace', () => {
  const leastMs = 28 * 24 * HOUR_MS - 2 * GRACE_MS
  fc.assert(
    fc.property(fc.array(acts, { maxLength: 60 }), (sequence) => {
      const world = new PlanWorld('2027-01-31T12:00:00Z')
      for (const one of withRenewals(sequence)) {
        const step = perform(world, one)
        if (step?.charge?.amount !== step?.subscription.paid || !step?.charge) continue
        expect(step.subscription.until.getTime() - world.at.getTime()).toBeGreaterThanOrEqual(leastMs)
      }
    }),
    { numRuns: 1_000 },
  )
})

it('gives one pool to a period that was served unpaid, also after a new subscription', () => {
  // A wallet that covers at most one payment, and time steps into grace and past its end.
  const poor = fc.oneof(
    fc.constant(happening('credit up to 999', (w) => w.credit(w.available < inr('999') ? inr('999') : zero))),
    fc.constantFrom(1, 4, 9, 31).map((days) => happening(`pass ${days} days`, (w) => w.pass(days * 24 * HOUR_MS))),
    plan.map((id) => act(`subscribe ${id}`, (w) => w.take(subscribing(w.context, planNamed(id), w.nextId())))),
    fc.constant(act('cancel', (w) => w.take(cancelling(w.context)))),
  )
  fc.assert(
    fc.property(fc.array(poor, { minLength: 20, maxLength: 60 }), (sequence) => {
      const world = new PlanWorld('2026-11-21T12:00:00Z')
      let unpaid: { readonly pool: string; readonly until: Date } | null = null
      for (const one of withRenewals(sequence)) {
        perform(world, one)
        const { subscription, at } = world
        if (!subscription) continue
        const pool = `${subscription.id} ${subscription.period}`
        if (unpaid && at < unpaid.until) expect(pool).toBe(unpaid.pool)
        if (subscription.state === 'grace') unpaid = { pool, until: subscription.until }
        else if (subscription.paid > 0) unpaid = null
      }
    }),
    { numRuns: 1_000 },
  )
})
