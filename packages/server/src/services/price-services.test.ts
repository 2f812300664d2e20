import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Accounts, Billing, inr, Keys, micro, NO_WRITES, type Role, Store, Wallet } from '@parakh/core'
import resale, { Commissions, Quotes } from '@parakh/resale'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { FUNDS, type Line, linesForTest, soldIn } from '../../test/lines-for-test.ts'
import { lookup } from '../../test/lookup-plugin.ts'
import { secretsForTest } from '../../test/server-for-test.ts'
import { openHost } from '../host-from-config.ts'
import { checkConfig } from '../load-config.ts'

const environment = 'sandbox'
const actor = 'asha'
const COSTS = { costs: { lookup: { find: '0.45' } } }
const { endings, databaseOf, openLine, end } = linesForTest()
afterEach(end)

async function giveBack({ host, payer }: Line, reference: string): Promise<void> {
  const writes = { ...NO_WRITES, refunds: [{ reference, reason: 'failed later' }] }
  await host.get(Billing).commit({ kind: 'commit', accountId: payer, environment, at: Date.now(), actor, writes })
}

/** The shares of a call. */
const legsOf = async ({ host }: Line, { reference }: { readonly reference: string }) =>
  (await host.get(Billing).findByReference(reference))?.call.legs.map(({ accountId }) => accountId)

describe.each(['sqlite3', 'pg'] as const)('prices and commission of a host on %s', (engine) => {
  it('pays three levels exact to the micro-rupee under changing rates and prices, and reverses on refund', async () => {
    const line = await openLine(engine)
    const { top, middle, shop, rate, call, totals, price } = line
    const prices = new Map([
      ['lookup', 50n],
      ['legacy-lookup', 75n],
      ['verify-lookup', 200n],
    ])
    const rates = { shop: 0n, middle: 0n, top: 0n }
    const earned = new Map<string, bigint>()
    const owed: bigint[][] = []
    const most = (one: bigint, other: bigint): bigint => (one > other ? one : other)
    const rounds: readonly (() => Promise<unknown>)[] = [
      () => rate(shop, 725).then(() => (rates.shop = 725n)),
      () => rate(middle, 1_199).then(() => (rates.middle = 1_199n)),
      () => rate(top, 1_800).then(() => (rates.top = 1_800n)),
      () => price('lookup', inr('5.51')).then(() => prices.set('lookup', 551n)),
      () => price('lookup', inr('4.99'), { role: 'customer' }).then(() => prices.set('lookup', 499n)),
      () =>
        price('verify-lookup', inr('1.03'), { accountId: line.payer }).then(() => prices.set('verify-lookup', 103n)),
      () => rate(middle, 300).then(() => (rates.middle = 300n)),
      () => rate(shop, 0).then(() => (rates.shop = 0n)),
    ]
    for (const change of [async () => undefined, ...rounds]) {
      await change()
      const shares = [
        rates.shop,
        most(rates.middle - rates.shop, 0n),
        most(rates.top - most(rates.shop, rates.middle), 0n),
      ]
      for (const [endpoint, paise] of prices) {
        for (let n = 0; n < 5; n += 1) {
          expect(await call(endpoint)).toMatchObject({ status: 200 })
          owed.push([paise * 10_000n, ...shares.map((share) => paise * share)])
        }
      }
    }
    const sold = [...(await soldIn(line))].reverse()
    expect(sold.map(({ charged }) => BigInt(charged))).toEqual(owed.map(([charged]) => charged))
    for (const [n, { reference }] of sold.entries()) if (n % 3 === 0) await giveBack(line, reference)
    const kept = owed.filter((_, n) => n % 3 !== 0)
    for (const [place, accountId] of [shop, middle, top].entries()) {
      earned.set(
        accountId,
        kept.reduce((sum, legs) => sum + (legs[place + 1] ?? 0n), 0n),
      )
      expect(BigInt((await totals(accountId)).accrued)).toBe(earned.get(accountId))
      await line.host.get(Store).commission.rollUp()
      expect(BigInt((await totals(accountId)).accrued)).toBe(earned.get(accountId))
    }
    const spent = kept.reduce((sum, [charged = 0n]) => sum + charged, 0n)
    const { balance } = await line.host.get(Wallet).balance(line.payer, environment)
    expect(BigInt(balance)).toBe(BigInt(FUNDS) + BigInt(inr('100')) - spent)
    const { accrued, convertible } = await totals(top)
    expect(convertible).toBe(accrued - (accrued % 10_000))
    const conversion = { accountId: top, environment, reference: 'july', actor } as const
    expect(await line.host.get(Commissions).convert(conversion)).toMatchObject({ amount: convertible })
    expect(await line.host.get(Store).ledger.verify()).toMatchObject({ ok: true, broken: [] })
    expect(await line.host.get(Store).ledger.guard('tester')).toEqual([])
  })

  it('explains a quote as the call is charged: legs and what remains are the price', async () => {
    const line = await openLine(engine, { plugins: [lookup(), resale({ commission: { mode: 'flat' } })] })
    const { top, middle, shop, rate, call, price, quote } = line
    await rate(shop, 800)
    await rate(middle, 1_200)
    await rate(top, 1_800)
    await price('lookup', inr('6'))
    const quoted = await quote('lookup')
    expect(quoted).toMatchObject({
      ...{ price: inr('6'), charged: inr('6'), source: 'list', platform: micro(3_720_000) },
      commission: [
        { accountId: shop, role: 'retailer', basisPoints: 800, shareBasisPoints: 800, amount: 480_000 },
        { accountId: middle, shareBasisPoints: 1_200, amount: 720_000 },
        { accountId: top, shareBasisPoints: 1_800, amount: 1_080_000 },
      ],
    })
    expect(quoted.steps.filter(({ applies }) => applies).map(({ rule }) => rule)).toEqual([
      ...['list', 'commission', 'commission', 'commission', 'platform'],
    ])
    expect(await call('lookup')).toMatchObject({ status: 200 })
    const [newest] = await soldIn(line)
    const found = await line.host.get(Billing).findByReference(newest?.reference ?? '')
    const legs = quoted.commission.map(({ accountId, amount }) => ({ accountId, amount }))
    expect(found?.call).toMatchObject({ price: quoted.price, priceVersion: quoted.version, legs })
  })

  it('moves to the next volume tier with the calls that were charged this month, and not with those that failed', async () => {
    const line = await openLine(engine)
    const { host, call, price, quote } = line
    await price('lookup', inr('5'), { role: 'customer' })
    await price('lookup', inr('4'), { role: 'customer', fromCalls: 3 })
    const outcomes: number[] = []
    for (const code of ['AA00', 'ZZ00', 'AA00', 'DD00', 'AA00', 'AA00']) {
      const before = (await host.get(Wallet).balance(line.payer, environment)).balance
      await host.call('lookup', { code }, { keyId: (await host.get(Keys).list())[0]?.id ?? '' })
      outcomes.push(before - (await host.get(Wallet).balance(line.payer, environment)).balance)
    }
    expect(outcomes).toEqual([inr('5'), 0, inr('5'), 0, inr('5'), inr('4')])
    expect(await quote('lookup')).toMatchObject({ price: inr('4'), volume: { calls: 4 } })
    expect(await call('legacy-lookup')).toMatchObject({ status: 200 })
    expect((await quote('legacy-lookup')).volume).toBeNull()
  })

  it('applies in another process within a second, and at once in its own', async () => {
    const database = await databaseOf(engine)
    const secrets = secretsForTest()
    const first = await openLine(engine, { database, secrets })
    const other = await openHost(await checkConfig({ database, secrets, plugins: [lookup(), resale()] }), {
      ...{ migrate: false, logger: false },
    })
    endings.push(() => other.stop())
    const question = { endpoint: 'lookup', accountId: first.payer, environment } as const
    const there = async () => (await other.get(Quotes).explain(question)).price
    expect(await there()).toBe(inr('0.50'))
    await first.price('lookup', inr('0.60'))
    expect(await first.quote('lookup')).toMatchObject({ price: inr('0.60') })
    await vi.waitFor(async () => expect(await there()).toBe(inr('0.60')), { timeout: 10_000, interval: 50 })
    await first.rate(first.shop, 800)
    expect(await first.quote('lookup')).toMatchObject({ commission: [{ amount: 48_000 }] })
    await first.rate(first.middle, 1_200)
    await first.call('lookup')
    await first.host.get(Accounts).move(first.shop, null)
    await first.call('lookup')
    const [alone, below] = await Promise.all((await soldIn(first)).map((sold) => legsOf(first, sold)))
    expect(below).toEqual([first.shop, first.middle])
    expect(alone).toEqual([first.shop])
  })

  it('refuses a price and a rate that would not pay the line and the providers, with the figures', async () => {
    const { top, rate, price, quote } = await openLine(engine, { plugins: [lookup(), resale(COSTS)] })
    await expect(rate(top, 1_001)).rejects.toMatchObject({
      code: 'COMMISSION_ABOVE_PRICE',
      message: expect.stringContaining('lookup for everybody, 0.50 INR'),
    })
    await rate(top, 1_000)
    await expect(price('verify-lookup', inr('0.49'))).rejects.toMatchObject({
      code: 'PRICE_BELOW_FLOOR',
      message: expect.stringContaining('at least 0.50 INR'),
    })
    await price('verify-lookup', inr('0.50'))
    expect(await quote('verify-lookup')).toMatchObject({ floor: inr('0.50'), cost: inr('0.45'), platform: inr('0.45') })
  })

  it('refuses of two changes that are right one by one the later one where they are wrong together', async () => {
    const { host, top, rate, price } = await openLine(engine, { plugins: [lookup(), resale(COSTS)] })
    const open = async (role: Role, parentId: string | null) =>
      (await host.get(Accounts).create({ name: role, role, parentId })).id
    const cheap = await open('customer', await open('master_distributor', null))
    const outcomes = await Promise.allSettled([
      price('lookup', inr('0.46'), { accountId: cheap }),
      host.get(Accounts).move(cheap, top, actor),
      rate(top, 1_000),
    ])
    const codes = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []))
    expect(codes).toHaveLength(1)
    expect(['PRICE_BELOW_FLOOR', 'ACCOUNT_MOVE_BELOW_FLOOR', 'COMMISSION_ABOVE_PRICE']).toContain(codes[0])
    // Whatever the order, no price is below its floor.
    const { price: amount, floor } = await host
      .get(Quotes)
      .explain({ endpoint: 'lookup', accountId: cheap, environment })
    expect(amount).toBeGreaterThanOrEqual(floor)
  })

  it('refuses to move an account or branch to where a price is below its floor', async () => {
    const { host, top, shop, rate, price } = await openLine(engine, { plugins: [lookup(), resale(COSTS)] })
    await rate(top, 1_000)
    const open = async (role: Role, parentId: string | null) =>
      (await host.get(Accounts).create({ name: role, role, parentId })).id
    const other = await open('master_distributor', null)
    const middle = await open('distributor', other)
    const cheap = await open('customer', middle)
    const plain = await open('customer', middle)
    await price('lookup', inr('0.46'), { accountId: cheap })
    const refused = {
      code: 'ACCOUNT_MOVE_BELOW_FLOOR',
      message: expect.stringMatching(
        `price of lookup for the account ${cheap}, 0.46 INR, .*10.00 %: 0.046 INR.*0.45 INR.* at least 0.50 INR`,
      ),
    }
    await expect(host.get(Accounts).move(cheap, shop, actor)).rejects.toMatchObject(refused)
    await expect(host.get(Accounts).move(middle, top, actor)).rejects.toMatchObject(refused)
    expect(await host.get(Accounts).get(middle)).toMatchObject({ parentId: other })
    await expect(host.get(Accounts).move(other, middle, actor)).rejects.toMatchObject({
      code: expect.stringMatching(/^ACCOUNT_PARENT_/),
    })
    expect(await host.get(Accounts).move(plain, shop, actor)).toMatchObject({ parentId: shop })
    expect(await host.get(Accounts).move(cheap, other, actor)).toMatchObject({ parentId: other })
    expect(await host.get(Accounts).move(middle, top, actor)).toMatchObject({ parentId: top })
    await price('lookup', inr('0.50'), { accountId: cheap })
    expect(await host.get(Accounts).move(cheap, shop, actor)).toMatchObject({ parentId: shop })
  })
})

it('refuses costs of unknown operations, and a configured price below cost', async () => {
  const plugins = [lookup(), resale({ costs: { lookup: { find: '2.50', lose: '1' }, elsewhere: {} } })]
  const checking = checkConfig({
    ...{ plugins, secrets: secretsForTest(), pricing: { overrides: { lookup: '2.49' } } },
    database: { client: 'sqlite3', filename: join(tmpdir(), 'parakh-never-opened.db') },
  })
  await expect(checking).rejects.toMatchObject({
    faults: [
      { code: 'COST_UNKNOWN', path: 'plugins.1.costs.lookup.lose' },
      { code: 'COST_UNKNOWN', path: 'plugins.1.costs.elsewhere' },
      { code: 'PRICE_BELOW_COST', path: 'pricing.overrides.lookup' },
    ],
  })
})
