import { Accounts, Billing, inr, type Role, Store } from '@parakh/core'
import resale, { Prices, Quotes } from '@parakh/resale'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { linesForTest, soldIn } from '../../test/lines-for-test.ts'
import { lookup } from '../../test/lookup-plugin.ts'

const environment = 'sandbox'
const actor = 'asha'
const { openLine, end } = linesForTest()
afterEach(end)

type Rupees = Parameters<typeof inr>[0]
type Change = readonly [
  owner: 'head' | 'rival' | null,
  slot: 'everybody' | 'role' | 'payer' | 'head',
  fromCalls: number,
  price: Rupees | null,
  charged: Rupees,
]
/** Price changes around a payer below a super admin, `head`, with another one beside; null unsets a price. Then the charge. */
const CHANGES: readonly Change[] = [
  ['head', 'role', 5, '1.30', '0.50'],
  [null, 'everybody', 0, '2.00', '2.00'],
  [null, 'head', 0, '1.00', '2.00'],
  ['head', 'role', 0, '1.50', '1.50'],
  ['rival', 'role', 0, '1.10', '1.50'],
  ['rival', 'payer', 0, '1.05', '1.30'],
  [null, 'role', 0, '1.20', '1.30'],
  [null, 'head', 0, '1.40', '1.40'],
  [null, 'payer', 0, '1.90', '1.90'],
  ['head', 'payer', 0, '1.80', '1.80'],
  [null, 'head', 0, '2.20', '2.20'],
  [null, 'head', 0, null, '2.00'],
  [null, 'everybody', 0, null, '1.80'],
  ['head', 'payer', 0, null, '1.90'],
  [null, 'payer', 0, null, '1.30'],
  ['head', 'role', 5, null, '1.50'],
  ['head', 'role', 0, null, '1.20'],
  [null, 'role', 0, null, '0.50'],
]

describe.each(['sqlite3', 'pg'] as const)('prices of super admins of a host on %s', (engine) => {
  it('charges and pays commission as quoted, whoever set the price', async () => {
    const line = await openLine(engine)
    const { host, top, middle, shop, payer, rate, call, quote } = line
    const open = async () => (await host.get(Accounts).create({ name: 'head', role: 'super_admin' })).id
    const owners = { head: await open(), rival: await open() }
    await host.get(Accounts).move(top, owners.head, actor)
    await rate(shop, 725)
    await rate(middle, 1_199)
    await rate(top, 1_800)
    const slots = {
      everybody: {},
      role: { role: 'customer' },
      payer: { accountId: payer },
      head: { accountId: owners.head },
    } as const
    for (const [owner, slot, fromCalls, amount, charged] of CHANGES) {
      const plain = { endpoint: 'lookup', accountId: null, role: null, fromCalls, actor }
      const of = { ...plain, ownerAccountId: owner === null ? null : owners[owner], ...slots[slot] }
      await (amount === null ? host.get(Prices).unset(of) : host.get(Prices).set({ ...of, price: inr(amount) }))
      const quoted = await quote('lookup')
      expect([slot, quoted.charged]).toEqual([slot, inr(charged)])
      expect(quoted.steps.some(({ rule, applies }) => rule === quoted.source && applies)).toBe(true)
      expect(await call('lookup')).toMatchObject({ status: 200 })
      const [newest] = await soldIn(line)
      const found = await host.get(Billing).findByReference(newest?.reference ?? '')
      const legs = quoted.commission
        .filter(({ amount: paid }) => paid > 0)
        .map(({ accountId, amount: paid }) => ({ accountId, amount: paid }))
      expect(found?.call).toMatchObject({
        charged: inr(charged),
        price: quoted.price,
        priceVersion: quoted.version,
        legs,
      })
    }
    expect(await host.get(Store).ledger.verify()).toMatchObject({ ok: true, broken: [] })
  })

  it('checks the price of a super admin only against its own branch', async () => {
    const { host, top, payer, rate, price } = await openLine(engine, {
      plugins: [lookup(), resale({ costs: { lookup: { find: '0.45' } } })],
    })
    const open = async (role: Role, parentId: string | null) =>
      (await host.get(Accounts).create({ name: role, role, parentId })).id
    const [head, rival] = [await open('super_admin', null), await open('super_admin', null)]
    const beneath = await open('master_distributor', rival)
    await host.get(Accounts).move(top, head, actor)
    await rate(top, 1_000)
    const cheap = { role: 'customer', ownerAccountId: rival } as const
    await expect(price('lookup', inr('0.49'), { ...cheap, ownerAccountId: head })).rejects.toMatchObject({
      code: 'PRICE_BELOW_FLOOR',
      message: expect.stringContaining('at least 0.50 INR'),
    })
    await price('lookup', inr('0.46'), cheap)
    await rate(top, 999)
    await expect(rate(beneath, 1_000)).rejects.toMatchObject({ code: 'COMMISSION_ABOVE_PRICE' })
    await expect(host.get(Accounts).move(top, rival, actor)).rejects.toMatchObject({ code: 'ACCOUNT_MOVE_BELOW_FLOOR' })
    await host.get(Prices).unset({ endpoint: 'lookup', accountId: null, fromCalls: 0, actor, ...cheap })
    await price('lookup', inr('0.55'), cheap)
    const of = { endpoint: 'lookup', accountId: payer, environment } as const
    expect((await host.get(Quotes).explain(of)).price).toBe(inr('0.50'))
    await host.get(Accounts).move(top, rival, actor)
    const moved = async () => expect((await host.get(Quotes).explain(of)).price).toBe(inr('0.55'))
    await vi.waitFor(moved, { timeout: 10_000, interval: 50 })
  })
})
