import { Accounts, Entitlements, inr, Wallet } from '@parakh/core'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type AdminForTest, adminForTest } from '../../../../../test/server.ts'
import plans from '../index.ts'

const PRO = { pricePerMonth: '1500', pooledRequests: 8_000 }
let test: AdminForTest
let account: string
beforeEach(async () => {
  test = await adminForTest({ plugins: [plans({ offered: { enterprise: null, pro: PRO } })] })
  account = (await test.account('developer')).id
  await test.host.get(Accounts).approveKyc(account)
})
afterEach(() => test.close())

const post = (url: string, body?: object, as = test.operator) => test.ask({ method: 'POST', url, body: body ?? {}, as })
const get = (url: string, as = test.operator) => test.ask({ url, as })
const fund = (amount: '500' | '2000') =>
  test.host.get(Wallet).credit({
    ...{ accountId: account, environment: 'production', amount: inr(amount) },
    ...{ reference: `utr-${amount}`, actor: 'test' },
  })

it('lists what is offered, and subscribes, changes and cancels', async () => {
  const listed = (await get('/plans')).json()
  expect(listed).toMatchObject({
    features_enforced: true,
    items: [{ plan: 'developer' }, { plan: 'starter', limit: 5000 }, { plan: 'pro', limit: 8000 }],
  })
  await fund('2000')
  const subscribed = await post(`/accounts/${account}/plan/subscribe`, { plan: 'starter' })
  expect(subscribed.json()).toMatchObject({ plan: 'starter', state: 'active', paid: '999.00' })
  expect((await get(`/accounts/${account}/plan`)).json()).toMatchObject({
    used: 0,
    remaining: 5000,
    plan: { limit: 5000 },
  })
  expect((await post(`/accounts/${account}/plan/cancel`)).json()).toMatchObject({ next_plan: 'developer' })
  expect((await post(`/accounts/${account}/plan/change`, { plan: 'starter' })).json()).toMatchObject({
    next_plan: null,
  })
  expect((await get('/subscriptions?state=active')).json()).toMatchObject({ items: [{ account_id: account }] })
  expect((await get('/audit?action=plan.subscribe')).json()).toMatchObject({
    items: [{ account_id: account, before: null, after: { plan: 'starter', charged: '999.00' } }],
  })
})

it('tells what a plan would cost and when it would begin, as the request then does, and changes nothing', async () => {
  const preview = async (plan: string) => (await get(`/accounts/${account}/plan/preview?plan=${plan}`)).json()
  expect(await preview('starter')).toMatchObject({
    due: '999.00',
    starts_at: null,
    until: null,
    plan: { plan: 'starter' },
  })
  expect((await preview('developer')).error.code).toBe('PLAN_IS_FREE')
  expect((await preview('enterprise')).error.code).toBe('PLAN_NOT_OFFERED')
  await fund('2000')
  const { until } = (await post(`/accounts/${account}/plan/subscribe`, { plan: 'starter' })).json()
  expect(await preview('starter')).toMatchObject({ due: '0.00', starts_at: null, until })
  expect(await preview('pro')).toMatchObject({ due: '501.00', starts_at: null, until })
  expect(await preview('developer')).toMatchObject({ due: '0.00', starts_at: until })
  const before = await test.host.get(Wallet).balance(account, 'production')
  expect(before).toMatchObject({ balance: inr('1001') })
  expect((await get(`/accounts/${account}/plan`)).json()).toMatchObject({
    plan: { plan: 'starter' },
    subscription: { next_plan: null },
  })
  expect((await post(`/accounts/${account}/plan/change`, { plan: 'pro' })).json()).toMatchObject({ paid: '1500.00' })
  expect(await test.host.get(Wallet).balance(account, 'production')).toMatchObject({ balance: inr('500') })
  expect(await preview('starter')).toMatchObject({ due: '0.00', starts_at: until })
})

it.each([
  ['subscribe', { plan: 'starter' }, 402, 'PLAN_NOT_AFFORDABLE'],
  ['subscribe', { plan: 'enterprise' }, 422, 'PLAN_NOT_OFFERED'],
  ['subscribe', { plan: 'developer' }, 422, 'PLAN_IS_FREE'],
  ['change', { plan: 'starter' }, 409, 'PLAN_NOT_SUBSCRIBED'],
  ['cancel', {}, 409, 'PLAN_NOT_SUBSCRIBED'],
])('refuses to %s %j with %s %s', async (verb, body, status, code) => {
  await fund('500')
  const refused = await post(`/accounts/${account}/plan/${verb}`, body)
  expect(refused).toMatchObject({ status })
  expect(refused.json()).toMatchObject({ error: { code } })
})

it('lets an account subscribe for itself, and no ancestor spend its money', async () => {
  const shop = (await test.account('retailer')).id
  const child = (await test.account('customer', shop)).id
  const [above, own] = [(await test.credential(shop)).secret, (await test.credential(child)).secret]
  const amount = { amount: inr('2000'), reference: 'utr-child', actor: 'test' }
  await test.host.get(Wallet).credit({ accountId: child, environment: 'production', ...amount })
  const ask = (verb: string, as: string) => post(`/accounts/${child}/plan/${verb}`, bodies[verb], as)
  const bodies: Readonly<Record<string, object>> = { subscribe: { plan: 'starter' }, change: { plan: 'starter' } }
  for (const verb of ['subscribe', 'change', 'cancel']) {
    const refused = await ask(verb, above)
    expect([refused.status, refused.json().error.code]).toEqual([403, 'FORBIDDEN'])
  }
  expect(await test.host.get(Wallet).balance(child, 'production')).toMatchObject({ balance: inr('2000') })
  expect((await ask('subscribe', own)).status).toBe(200)
  expect((await ask('cancel', above)).status).toBe(403)
  expect((await get(`/accounts/${child}/plan`, above)).json()).toMatchObject({ plan: { plan: 'starter' } })
  expect((await ask('cancel', own)).status).toBe(200)
})

it('issues production keys to those whose plan includes them', async () => {
  const issue = () => post('/keys', { account_id: account, environment: 'production' })
  expect((await issue()).json()).toMatchObject({ error: { code: 'PLAN_FEATURE_REQUIRED' } })
  expect((await issue()).status).toBe(403)
  await fund('2000')
  await post(`/accounts/${account}/plan/subscribe`, { plan: 'starter' })
  expect((await issue()).status).toBeLessThan(300)
})

it('shows an account only the availability of its own calls', async () => {
  const own = (await test.credential(account)).secret
  const month = '/plans/availability?month=2026-11'
  expect((await get(month, own)).json()).toEqual({ month: '2026-11', answered: 0, failed: 0, percent: null })
  const other = (await test.account('developer')).id
  expect((await get(`${month}&account_id=${other}`, own)).status).toBe(404)
  expect((await get('/plans/availability?month=2026-13')).json()).toMatchObject({
    error: { code: 'PLAN_MONTH_INVALID' },
  })
})

it('lets an account see its production log, and have production webhooks, by its plan; operators see all', async () => {
  const own = (await test.credential(account)).secret
  const log = (environment: string) => `/accounts/${account}/usage?environment=${environment}`
  const entitlements = test.host.get(Entitlements)
  expect((await get(log('production'), own)).json()).toMatchObject({ error: { code: 'PLAN_FEATURE_REQUIRED' } })
  expect((await get(log('sandbox'), own)).status).toBe(200)
  expect((await get(log('production'))).status).toBe(200)
  await expect(entitlements.require(account, 'webhooks')).rejects.toMatchObject({ code: 'PLAN_FEATURE_REQUIRED' })
  await fund('2000')
  await post(`/accounts/${account}/plan/subscribe`, { plan: 'starter' }, own)
  expect((await get(log('production'), own)).status).toBe(200)
  await entitlements.require(account, 'webhooks')
})
