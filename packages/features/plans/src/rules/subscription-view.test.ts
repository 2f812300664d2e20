import { manualClock } from '@parakh/testkit'
import { expect, it } from 'vitest'
import { PlanWorld, planNamed } from '../../test/plan-world.ts'
import type { Subscription } from '../contract.ts'
import { subscribing } from './change-subscription.ts'
import type { SubscriptionChanges } from './subscription-store.ts'
import { createSubscriptionView } from './subscription-view.ts'

const A_SECOND_MS = 1_000

function subscriptionOf(accountId: string, state: Subscription['state'] = 'active'): Subscription {
  const world = new PlanWorld('2026-11-21T12:00:00Z')
  world.credit(planNamed('starter').pricePerMonth)
  const { subscription } = subscribing(world.context, planNamed('starter'), `s-${accountId}`)
  return { ...subscription, accountId, state }
}
/** A store whose reads a test counts and answers. */
function viewed(answers: readonly (SubscriptionChanges | null)[]) {
  const clock = manualClock()
  const looks: number[] = []
  const store = {
    changesHere: () => 0,
    async changesAfter(known: number) {
      looks.push(known)
      return answers[looks.length - 1] ?? null
    },
  }
  return { view: createSubscriptionView(store, clock), clock, looks }
}

it('queries once for all accounts, and answers from memory', async () => {
  const { view, looks } = viewed([{ revision: 3, subscriptions: [subscriptionOf('a')] }])
  await Promise.all([view.of('a'), view.of('b'), view.of('c')])
  expect(view.of('a')).toMatchObject({ accountId: 'a' })
  for (let n = 0; n < 1_000; n += 1) expect(view.of(`account-${n}`)).toBeUndefined()
  expect(looks).toEqual([0])
})

it('queries changes by revision, and drops ended subscriptions but not their successors', async () => {
  const ended = subscriptionOf('a', 'ended')
  const again = { ...subscriptionOf('a'), id: 's-again' }
  const { view, clock, looks } = viewed([
    { revision: 1, subscriptions: [subscriptionOf('a')] },
    { revision: 2, subscriptions: [ended] },
    { revision: 4, subscriptions: [again, ended] },
    null,
  ])
  const look = async () => {
    clock.advance(A_SECOND_MS)
    return (await view.of('a'))?.id
  }
  expect([await look(), await look(), await look(), await look()]).toEqual(['s-a', undefined, 's-again', 's-again'])
  expect(looks).toEqual([0, 1, 2, 4])
})
