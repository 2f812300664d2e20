import { type Account, inr, type PriceQuestion, zero } from '@parakh/core'
import { expect, it } from 'vitest'
import { CATALOGUE, PlanWorld, planNamed } from '../../test/plan-world.ts'
import type { Subscription } from '../contract.ts'
import { subscribing } from './change-subscription.ts'
import { planRule } from './plan-rule.ts'
import type { SubscriptionView } from './subscription-view.ts'

const AT = new Date('2026-11-21T12:00:00Z')
const POOL = { name: 'plan:s1', period: '2026-11-21', limit: 5_000, version: 'plan:starter:2026-11-21' }

const world = new PlanWorld(AT.toISOString())
const account: Account = world.context.account
const question = (given: Partial<PriceQuestion> = {}): PriceQuestion => ({
  ...{ endpoint: 'pan-details', tier: null, units: 1, account, environment: 'production' },
  ...{ listed: inr('5'), listedSource: 'plugin', at: AT },
  ...given,
})
function starter(): Subscription {
  const one = new PlanWorld(AT.toISOString())
  one.credit(inr('999'))
  return subscribing(one.context, planNamed('starter'), 's1').subscription
}
const cover = (of: SubscriptionView['of'], price = inr('5'), given: Partial<PriceQuestion> = {}) =>
  planRule({ view: { of }, catalogue: CATALOGUE }).cover(question(given), price)

it('names the pool of the account, whose units pay in place of the price', async () => {
  expect(cover(() => starter())).toEqual(POOL)
  expect(await cover(async () => starter())).toEqual(POOL)
})

it('waits only if the subscription has to be read', () => {
  expect(cover(() => undefined)).toBeNull()
  expect(cover(async () => undefined)).toBeInstanceOf(Promise)
})

it('names none for accounts without a plan and for free calls, and does not look up plans in the sandbox', async () => {
  expect(await cover(async () => undefined)).toBeNull()
  const blind = () => {
    throw new Error('nobody is to be looked up')
  }
  expect(cover(blind, zero)).toBeNull()
  expect(cover(blind, inr('5'), { environment: 'sandbox' })).toBeNull()
})
