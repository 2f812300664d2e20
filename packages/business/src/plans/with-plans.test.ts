import { type Account, inr, type PriceQuestion, type Quote, type Subscription, zero } from '@parakh/core'
import { expect, it } from 'vitest'
import { CATALOGUE, PlanWorld, planNamed } from '../../test/plan-world.ts'
import { subscribing } from './change-subscription.ts'
import type { SubscriptionView } from './subscription-view.ts'
import { withPlans } from './with-plans.ts'

const AT = new Date('2026-11-21T12:00:00Z')
const QUOTE: Quote = {
  price: inr('5'),
  source: 'list',
  version: 'price-1',
  legs: [{ accountId: 'r', amount: inr('1') }],
}
const POOL = { name: 'plan:s1', period: '2026-11-21', limit: 5_000, version: 'plan:starter:2026-11-21' }

const world = new PlanWorld(AT.toISOString())
const account: Account = world.context.account
const question = (given: Partial<PriceQuestion> = {}): PriceQuestion => ({
  ...{ endpoint: 'pan-details', account, environment: 'production', listed: inr('5'), listedSource: 'plugin', at: AT },
  ...given,
})
function starter(): Subscription {
  const one = new PlanWorld(AT.toISOString())
  one.credit(inr('999'))
  return subscribing(one.context, planNamed('starter'), 's1').subscription
}
function pricing(of: SubscriptionView['of'], quote: Quote | Promise<Quote> = QUOTE) {
  return withPlans({ quote: () => quote }, { view: { of }, catalogue: CATALOGUE })
}

it('adds the pool to the quote, whose price and shares apply to calls beyond the pool', () => {
  expect(pricing(() => starter()).quote(question())).toEqual({ ...QUOTE, pool: POOL })
})

it('is synchronous if the wrapped pricing is', async () => {
  expect(await pricing(async () => starter()).quote(question())).toMatchObject({ pool: POOL })
  expect(await pricing(() => starter(), Promise.resolve(QUOTE)).quote(question())).toMatchObject({ pool: POOL })
  expect(pricing(() => undefined).quote(question())).toBe(QUOTE)
})

it('adds no pool for accounts without a plan and for free calls, and does not look up plans in the sandbox', () => {
  expect(pricing(() => undefined).quote(question())).not.toHaveProperty('pool')
  expect(pricing(() => starter(), { ...QUOTE, price: zero }).quote(question())).not.toHaveProperty('pool')
  const blind = pricing(() => {
    throw new Error('nobody is to be looked up')
  })
  expect(blind.quote(question({ environment: 'sandbox' }))).toBe(QUOTE)
})
