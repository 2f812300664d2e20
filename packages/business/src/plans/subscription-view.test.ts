import type { PlanStore, Subscription } from '@parakh/core'
import { manualClock } from '@parakh/testkit'
import { expect, it } from 'vitest'
import { PlanWorld, planNamed } from '../../test/plan-world.ts'
import { subscribing } from './orders.ts'
import { createSubscriptionView } from './subscription-view.ts'

type Changes = Awaited<ReturnType<PlanStore['changes']>>

function subscriptionOf(accountId: string, state: Subscription['state'] = 'active'): Subscription {
  const world = new PlanWorld('2026-11-21T12:00:00Z')
  world.credit(planNamed('starter').pricePerMonth)
  const { subscription } = subscribing(world.standing, planNamed('starter'), `s-${accountId}`)
  return { ...subscription, accountId, state }
}
/** A store whose looks a test counts and answers. */
function viewed(answer: (since: number, look: number) => Changes | Promise<Changes>) {
  const clock = manualClock()
  const looks: number[] = []
  const view = createSubscriptionView(
    {
      async changes(since) {
        looks.push(since)
        return await answer(since, looks.length)
      },
    },
    clock,
  )
  return { view, clock, looks }
}

it('queries at most every half second for all accounts, and answers from memory in between', async () => {
  const { view, clock, looks } = viewed(() => ({ revision: 3, subscriptions: [subscriptionOf('a')] }))
  await Promise.all([view.of('a'), view.of('b'), view.of('c')])
  expect(view.of('a')).toMatchObject({ accountId: 'a' })
  for (let n = 0; n < 1_000; n += 1) expect(view.of(`account-${n}`)).toBeUndefined()
  clock.advance(499)
  view.of('a')
  expect(looks).toEqual([0])
  clock.advance(1)
  expect(await view.of('a')).toMatchObject({ accountId: 'a' })
  expect(looks).toEqual([0, 3])
})

it('queries changes by revision, and drops ended subscriptions but not their successors', async () => {
  const ended = subscriptionOf('a', 'ended')
  const again = { ...subscriptionOf('a'), id: 's-again' }
  const answers: readonly Changes[] = [
    { revision: 1, subscriptions: [subscriptionOf('a')] },
    { revision: 2, subscriptions: [ended] },
    { revision: 4, subscriptions: [again, ended] },
  ]
  const { view, clock, looks } = viewed((_, look) => answers[look - 1] ?? { revision: 4, subscriptions: [] })
  const look = async () => {
    clock.advance(500)
    return (await view.of('a'))?.id
  }
  expect([await look(), await look(), await look(), await look()]).toEqual(['s-a', undefined, 's-again', 's-again'])
  expect(looks).toEqual([0, 1, 2, 4])
})

it('queries again after a change of its own, and ignores older answers', async () => {
  let answerFirst: (changes: Changes) => void = () => undefined
  const first = new Promise<Changes>((resolve) => {
    answerFirst = resolve
  })
  const { view, looks } = viewed((_, look) =>
    look === 1 ? first : { revision: 2, subscriptions: [subscriptionOf('a')] },
  )
  const early = view.of('a')
  view.expire()
  expect(await view.of('a')).toMatchObject({ accountId: 'a' })
  answerFirst({ revision: 1, subscriptions: [subscriptionOf('a', 'ended')] })
  await early
  expect(view.of('a')).toMatchObject({ accountId: 'a' })
  expect(looks).toEqual([0, 0])
})

it('queries again after a failed query', async () => {
  const { view } = viewed((_, look) => {
    if (look === 1) throw new Error('away')
    return { revision: 1, subscriptions: [subscriptionOf('a')] }
  })
  await expect(view.of('a')).rejects.toThrow('away')
  expect(await view.of('a')).toMatchObject({ accountId: 'a' })
})
