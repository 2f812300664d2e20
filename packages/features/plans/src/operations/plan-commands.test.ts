import { afterEach, beforeEach, expect, it } from 'vitest'
import { CONFIGURATION, type TestCli, testCliWithAccount } from '../../../../../test/command-line.ts'

const PUBLISHED = CONFIGURATION.replace("'@parakh/pan': {}", "'@parakh/pan': {}, '@parakh/plans': {}")
const GATED = CONFIGURATION.replace(
  "'@parakh/pan': {}",
  `'@parakh/pan': {}, '@parakh/plans': { offered: { enterprise: null,
    trial: { name: Trial, pricePerMonth: 99, pooledRequests: 10, features: [webhooks], endpoints: [pan-details] } } }`,
)

let cli: TestCli & { readonly account: string }
beforeEach(async () => {
  cli = await testCliWithAccount(PUBLISHED)
})
afterEach(() => cli[Symbol.asyncDispose]())

const plans = (verb: string, ...more: string[]) => cli.parakh('plans', verb, '--account', cli.account, ...more)
const fund = (amount: string) =>
  cli.parakh(
    ...['wallets', 'credit', '--account', cli.account, '--environment', 'production'],
    ...['--amount', amount, '--reference', `utr-${amount}`],
  )
const balance = async () =>
  (await cli.parakh('wallets', 'show', '--account', cli.account, '--environment', 'production', '--json')).json()

it('lists the published plans, and says that nothing is enforced without a configuration of plans', async () => {
  expect((await cli.parakh('plans', 'list', '--json')).json()).toMatchObject({
    features_enforced: false,
    plans: [
      { plan: 'developer', price_per_month: '0.00', pooled_requests: 0, features: [] },
      { plan: 'starter', price_per_month: '999.00', pooled_requests: 5000 },
      { plan: 'enterprise', price_per_month: '24999.00', pooled_requests: 'unlimited', fair_use: 1_000_000 },
    ],
  })
  expect((await cli.parakh('plans', 'list')).out).toContain('Features are not enforced')
})

it('subscribes, takes the month from the production wallet, and shows the pool', async () => {
  expect((await plans('show', '--json')).json()).toMatchObject({
    plan: 'developer',
    used: 0,
    limit: 0,
    subscription: null,
  })
  await fund('1000')
  expect((await plans('subscribe', '--plan', 'starter', '--as', 'asha', '--json')).json()).toMatchObject({
    ...{ account_id: cli.account, plan: 'starter', state: 'active', paid: '999.00', next_plan: null },
  })
  expect(await balance()).toMatchObject({ balance: '1.00' })
  expect((await plans('show', '--json')).json()).toMatchObject({
    plan: 'starter',
    used: 0,
    limit: 5000,
    remaining: 5000,
  })
  expect((await plans('show')).out).toMatch(
    /Starter, paid with 999\.00 INR until \d{4}-\d\d-\d\dT\S+Z\. Requests since \d{4}-\d\d-\d\d: 0 used, 5000 left/,
  )
  expect((await cli.parakh('ledger', 'verify', '--json')).code).toBe(0)
})

it('refuses a plan that the wallet cannot pay, with the figures, and charges nothing', async () => {
  await fund('500')
  const refused = await plans('subscribe', '--plan', 'starter')
  expect(refused).toMatchObject({ code: 1, out: '' })
  expect(refused.err).toContain('999.00 INR are due')
  expect(refused.err).toContain('has 500.00 INR available (PLAN_NOT_AFFORDABLE)')
  expect(await balance()).toMatchObject({ balance: '500.00' })
})

it('upgrades at once for the difference, and downgrades with the next period', async () => {
  await fund('30000')
  await plans('subscribe', '--plan', 'starter')
  expect((await plans('change', '--plan', 'enterprise', '--json')).json()).toMatchObject({ paid: '24999.00' })
  expect(await balance()).toMatchObject({ balance: '5001.00' })
  expect((await plans('change', '--plan', 'starter', '--json')).json()).toMatchObject({
    ...{ plan: 'enterprise', next_plan: 'starter' },
  })
  expect((await plans('cancel')).out).toContain('on it is developer')
  expect((await cli.parakh('plans', 'subscriptions', '--json')).json()).toMatchObject({
    subscriptions: [{ plan: 'enterprise', next_plan: 'developer', state: 'active' }],
    next_cursor: null,
  })
})

it.each([
  [['subscribe', '--plan', 'gold'], 'PLAN_NOT_OFFERED'],
  [['subscribe', '--plan', 'developer'], 'PLAN_IS_FREE'],
  [['change', '--plan', 'starter'], 'PLAN_NOT_SUBSCRIBED'],
  [['cancel'], 'PLAN_NOT_SUBSCRIBED'],
  [['availability', '--month', '2026-13'], 'PLAN_MONTH_INVALID'],
])('refuses %j with %s', async ([verb = '', ...more], code) => {
  expect((await plans(verb, ...more)).err).toContain(`(${code})`)
})

it('reports an unknown account', async () => {
  for (const verb of ['show', 'cancel'])
    expect((await cli.parakh('plans', verb, '--account', 'nobody')).err).toContain('(NOT_FOUND)')
})

it('renews due subscriptions, and reports the availability of a month without calls', async () => {
  expect((await cli.parakh('plans', 'renew', '--json')).json()).toEqual({ renewed: 0, grace: 0, ended: 0 })
  expect((await cli.parakh('plans', 'availability', '--month', '2020-01')).out).toContain('no production calls')
})

it('offers the plans of the configuration, and issues production keys by them', async () => {
  await cli[Symbol.asyncDispose]()
  cli = await testCliWithAccount(GATED)
  const listed = (await cli.parakh('plans', 'list', '--json')).json<{ plans: { plan: string }[] }>()
  expect(listed).toMatchObject({ features_enforced: true })
  expect(listed.plans.map(({ plan }) => plan)).toEqual(['developer', 'trial', 'starter'])
  await cli.parakh('kyc', 'approve', cli.account)
  const key = (environment: string) =>
    cli.parakh('keys', 'create', '--account', cli.account, '--environment', environment, '--json')
  expect((await key('sandbox')).code).toBe(0)
  expect((await key('production')).err).toContain('does not include productionKeys. Allowed with the plans: starter')
  await fund('2000')
  await plans('subscribe', '--plan', 'starter')
  expect((await key('production')).code).toBe(0)
})
