import { inr, type Ledger, type Money, micro, type Store, zero } from '@parakh/core'
import { manualClock } from '@parakh/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, openStore, type TestDatabase } from '../../../../../test/databases.ts'
import type { Plan, Subscription } from '../contract.ts'
import type { SubscriptionStep, SubscriptionStore } from '../rules/subscription-store.ts'
import { createSubscriptionStore } from './create-subscription-store.ts'
import { planTables } from './plan-tables.ts'
import { subscriptionStatements } from './subscription-statements.ts'

const AT = new Date('2026-11-21T12:00:00Z')
const FROM = new Date('2026-10-31T18:30:00Z')
const UNTIL = new Date('2026-11-30T18:30:00Z')
const PLAN: Plan = {
  ...{ id: 'starter', name: 'Starter', pricePerMonth: inr('999'), limit: 5_000, unlimited: false },
  ...{ features: ['webhooks'], endpoints: ['pan-details'] },
}
let made = 0
const begun = (accountId: string, given: Partial<Subscription> = {}): Subscription => {
  made += 1
  return {
    ...{ id: `s${String(made).padStart(4, '0')}`, accountId, plan: PLAN, state: 'active', period: '2026-11' },
    ...{ from: FROM, until: UNTIL, nextPlan: null, graceUntil: null, paid: zero, reportedPercent: 0 },
    ...{ startedAt: AT, endedAt: null },
    ...given,
  }
}
const stepTo = (subscription: Subscription, amount: Money | null = null): SubscriptionStep => ({
  subscription,
  charge: amount === null ? null : { amount, reference: `plan-${subscription.id}`, reason: 'Plan Starter, 2026-11' },
  event: { type: 'plan.subscribed', data: { plan: subscription.plan.id } },
  action: 'plan.subscribe',
})

/** Subscriptions of a process. */
async function openPlans(database: TestDatabase): Promise<Store & { readonly plans: SubscriptionStore }> {
  const store = await openStore(database, { clock: manualClock(AT) })
  const { pluginTables } = store
  if (!pluginTables) throw new Error('this store keeps no tables')
  pluginTables.use([
    { tables: planTables, statements: Object.values(subscriptionStatements).map((of) => of.statement) },
  ])
  await store.migrate()
  const ledger: Ledger = { change: (change, work) => pluginTables.change({ ...change, reserved: null }, work) }
  const reservations = { isExternal: () => false }
  return {
    ...store,
    plans: createSubscriptionStore({ tables: pluginTables.access(planTables), ledger, reservations }),
  }
}

describe.each(ENGINES)('subscriptions on %s', (_, makeDatabase) => {
  let database: TestDatabase
  let store: Awaited<ReturnType<typeof openPlans>>
  let other: Awaited<ReturnType<typeof openPlans>>
  let accountId: string
  beforeAll(async () => {
    database = await makeDatabase()
    store = await openPlans(database)
    other = await openPlans(database)
  })
  afterAll(async () => {
    await other.close()
    await store.close()
    await database.drop()
  })
  beforeEach(async () => {
    accountId = (await store.accounts.create({ name: 'Acme', role: 'developer' })).id
    const credit = { accountId, environment: 'production', amount: inr('1000'), actor: 'test' } as const
    await store.wallet.credit({ ...credit, reference: 'first' })
  })
  const write = (step: SubscriptionStep, on = store, of = accountId) =>
    on.plans.change({ accountId: of, actor: 'asha', at: AT }, () => step)
  const available = async () => (await store.wallet.balance(accountId, 'production')).available
  const eventsOf = async () =>
    (await store.outbox.read(5_000)).filter((event) => event.accountId === accountId && event.type.startsWith('plan.'))

  it('keeps a subscription with its terms as it was written', async () => {
    const given = {
      nextPlan: 'lite',
      graceUntil: UNTIL,
      paid: inr('999'),
      reportedPercent: 80,
      state: 'grace',
    } as const
    const subscription = begun(accountId, given)
    expect(await write(stepTo(subscription))).toEqual(subscription)
    expect(await store.plans.find(accountId)).toEqual(subscription)
  })

  it('takes the price in the commit of the subscription, with its event and its audit entry', async () => {
    const subscription = begun(accountId, { paid: inr('999') })
    await write(stepTo(subscription, inr('999')))
    expect(await available()).toBe(inr('1'))
    expect(await eventsOf()).toMatchObject([{ type: 'plan.subscribed', environment: 'production', sequence: 2 }])
    const { items } = await store.audit.list({
      accountIds: [accountId],
      action: 'plan.subscribe',
      cursor: null,
      limit: 9,
    })
    expect(items).toMatchObject([
      {
        ...{ actor: 'asha', action: 'plan.subscribe', subject: `subscription/${subscription.id}`, before: null },
        after: { plan: 'starter', state: 'active', charged: '999.00' },
      },
    ])
    expect(await store.ledger.verify()).toMatchObject({ ok: true, broken: [] })
  })

  it('writes nothing where the decision throws, or would take more than there is', async () => {
    const refuse = store.plans.change({ accountId, actor: 'asha', at: AT }, () => {
      throw new Error('no')
    })
    await expect(refuse).rejects.toThrow('no')
    await expect(write(stepTo(begun(accountId), inr('1000.01')))).rejects.toThrow('at most what is available')
    expect(await store.plans.find(accountId)).toBeNull()
    expect(await available()).toBe(inr('1000'))
    expect(await eventsOf()).toEqual([])
  })

  it('writes nothing where the reference of its payment was used before', async () => {
    const paid = begun(accountId, { paid: inr('10') })
    await write(stepTo(paid, inr('10')))
    const again = stepTo({ ...paid, paid: inr('20') }, inr('10'))
    await expect(write(again)).rejects.toMatchObject({ code: 'PLAN_PAYMENT_REUSED' })
    expect(await store.plans.find(accountId)).toEqual(paid)
    expect(await available()).toBe(inr('990'))
    expect(await store.ledger.verify()).toMatchObject({ ok: true })
  })

  it('decides on what stands beneath the lock: of processes that come at once, each sees the one before', async () => {
    const seen: (string | undefined)[] = []
    const raise = (on: Awaited<ReturnType<typeof openPlans>>) =>
      on.plans.change({ accountId, actor: 'asha', at: AT }, ({ subscription, available: has }) => {
        seen.push(`${subscription?.paid ?? 'none'}`)
        const next = subscription ?? begun(accountId, { id: `only-${accountId}` })
        const paid = micro(next.paid + inr('100'))
        const step = stepTo({ ...next, paid }, inr('100'))
        expect(has).toBe(inr('1000') - next.paid)
        return { ...step, charge: step.charge && { ...step.charge, reference: `plan-${next.id}-${paid}` } }
      })
    await Promise.all(Array.from({ length: 8 }, (_, n) => raise(n % 2 === 0 ? store : other)))
    expect(seen).toHaveLength(8)
    expect(new Set(seen).size).toBe(8)
    expect(await available()).toBe(inr('200'))
    expect(await store.plans.find(accountId)).toMatchObject({ paid: inr('800') })
    expect(await store.ledger.verify()).toMatchObject({ ok: true })
  })

  it('lets an account have one that has not ended', async () => {
    await write(stepTo(begun(accountId)))
    await expect(write(stepTo(begun(accountId)))).rejects.toThrow()
  })

  it('finds the one that has not ended, else the newest', async () => {
    const first = begun(accountId, { state: 'ended', endedAt: AT })
    const second = begun(accountId, { state: 'ended', endedAt: AT })
    await write(stepTo(second))
    await write(stepTo(first))
    expect(await store.plans.find(accountId)).toEqual(second)
    const open = begun(accountId, { id: 's0000-older-by-its-id' })
    await write(stepTo(open))
    expect(await store.plans.find(accountId)).toEqual(open)
    await expect(store.plans.find('nobody')).rejects.toMatchObject({ code: 'ACCOUNT_NOT_FOUND' })
  })

  it('tells what has changed since a revision, once all of it is committed', async () => {
    const before = (await store.plans.changesAfter(0))?.revision ?? 0
    const counted = () => [store, other].map(({ plans }) => plans.changesHere())
    const [here = 0, there = 0] = counted()
    await write(stepTo(begun(accountId, { id: `c-${accountId}` })))
    const added = await other.plans.changesAfter(before)
    expect(added?.subscriptions).toMatchObject([{ accountId, state: 'active' }])
    await write(stepTo(begun(accountId, { id: `c-${accountId}`, state: 'ended', endedAt: AT })))
    const ended = await other.plans.changesAfter(added?.revision ?? 0)
    expect(ended?.subscriptions).toMatchObject([{ accountId, state: 'ended' }])
    expect(await other.plans.changesAfter(ended?.revision ?? 0)).toBeNull()
    const all = (await other.plans.changesAfter(0))?.subscriptions ?? []
    expect(all.some((one) => one.accountId === accountId)).toBe(false)
    expect(counted()).toEqual([here + 2, there])
  })

  it('pages what is due, past the suspended, and nothing before its time', async () => {
    const accounts = await Promise.all(
      Array.from({ length: 5 }, () => store.accounts.create({ name: 'Due', role: 'developer' })),
    )
    const [suspended] = accounts
    for (const { id } of accounts) await write(stepTo(begun(id)), store, id)
    if (suspended) await store.accounts.setStatus(suspended.id, 'suspended')
    const all: string[] = []
    for (let after: string | null = null; ; ) {
      const page = await store.plans.due(UNTIL, { after, limit: 2 })
      all.push(...page.map((one) => one.accountId))
      after = page.at(-1)?.id ?? null
      if (after === null) break
    }
    expect(new Set(all).size).toBe(all.length)
    const mine = accounts.filter(({ id }) => all.includes(id))
    expect(mine).toEqual(accounts.slice(1))
    const early = await store.plans.due(new Date(UNTIL.getTime() - 1), { after: null, limit: 1_000 })
    expect(early.some((one) => accounts.some(({ id }) => id === one.accountId))).toBe(false)
  })

  it('looks at grace where the wallet can pay, and where it is over', async () => {
    const isDue = async (at: Date) =>
      (await store.plans.due(at, { after: null, limit: 1_000 })).some((one) => one.accountId === accountId)
    const graceUntil = new Date(AT.getTime() + 3_600_000)
    await write(
      stepTo(begun(accountId, { state: 'grace', graceUntil, plan: { ...PLAN, pricePerMonth: inr('1000.01') } })),
    )
    expect(await isDue(AT)).toBe(false)
    expect(await isDue(graceUntil)).toBe(true)
    const credit = { accountId, environment: 'production', amount: inr('0.01'), actor: 'test' } as const
    await store.wallet.credit({ ...credit, reference: 'one paisa' })
    expect(await isDue(AT)).toBe(true)
  })

  it('counts the open subscriptions of each plan', async () => {
    const before = (await store.plans.subscribers()).get(PLAN.id) ?? 0
    await write(stepTo(begun(accountId, { state: 'ended', endedAt: AT })))
    await write(stepTo(begun(accountId)))
    expect((await store.plans.subscribers()).get(PLAN.id)).toBe(before + 1)
    expect((await store.plans.subscribers()).get('gold')).toBeUndefined()
  })

  it('lists by account, state and plan, newest first, in pages', async () => {
    for (let n = 0; n < 3; n += 1) await write(stepTo(begun(accountId, { state: 'ended', endedAt: AT })))
    const open = begun(accountId)
    await write(stepTo(open))
    const query = { accountIds: [accountId], limit: 2 }
    const first = await store.plans.list({ ...query, cursor: null })
    expect(first.items[0]).toEqual({ ...open, accountName: 'Acme' })
    const rest = await store.plans.list({ ...query, cursor: first.next })
    expect([...first.items, ...rest.items]).toHaveLength(4)
    expect(rest.next).toBeNull()
    expect((await store.plans.list({ ...query, state: 'active', cursor: null })).items).toMatchObject([open])
    expect((await store.plans.list({ ...query, plan: 'gold', cursor: null })).items).toEqual([])
    await expect(store.plans.list({ ...query, cursor: 'nonsense' })).rejects.toMatchObject({ code: 'CURSOR_INVALID' })
  })
})
