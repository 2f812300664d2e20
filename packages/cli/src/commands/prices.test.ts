import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { configurationWith, type TestCli, testCliWithAccount } from '../../test/test-cli.ts'

const ENDPOINT = 'pan-details'

describe('prices, quotes and commission on the command line', () => {
  let cli: TestCli & { readonly account: string }
  beforeEach(async () => {
    cli = await testCliWithAccount(configurationWith("'@parakh/resale': {}"))
  })
  afterEach(() => cli[Symbol.asyncDispose]())

  const run = async (...args: string[]) => {
    const outcome = await cli.parakh(...args, '--json')
    expect(outcome).toMatchObject({ code: 0, err: '' })
    return outcome.json()
  }
  const refused = async (...args: string[]) => {
    const { code, out, err } = await cli.parakh(...args)
    expect(out).toBe('')
    return { code, err }
  }
  const open = async (role: string, parent?: string) => {
    const below = parent === undefined ? [] : ['--parent', parent]
    const { account_id: id } = await run('accounts', 'create', '--name', role, '--role', role, ...below)
    return String(id)
  }
  const quote = (account: string) => run('quote', ENDPOINT, '--account', account, '--environment', 'sandbox')

  it('sets what an operation costs from a time on, and lists it', async () => {
    const set = await run('costs', 'set', 'pan', 'details', '--cost', '1.20', '--as', 'asha')
    expect(set).toMatchObject({ plugin: 'pan', operation: 'details', cost: '1.20' })
    await run('costs', 'set', 'pan', 'details', '--cost', '1.30', '--valid-from', '2099-01-01', '--as', 'asha')
    expect(await run('costs', 'list')).toMatchObject({
      costs: [
        { cost: '1.20', status: 'in force', set_by: 'asha', cost_id: set['cost_id'] },
        { cost: '1.30', status: 'planned', valid_from: '2098-12-31T18:30:00.000Z' },
      ],
    })
    expect(await run('audit', 'list', '--action', 'cost.set', '--limit', '1')).toMatchObject({
      entries: [{ actor: 'asha', subject: 'cost/pan/details', before: { cost: '1.20' }, after: { cost: '1.30' } }],
    })
    expect((await refused('costs', 'set', 'pan', 'lose', '--cost', '1')).err).toContain('COST_OPERATION_UNKNOWN')
  })

  it('sets, lists, explains and unsets a price, of which the account wins', async () => {
    const before = await quote(cli.account)
    await run('prices', 'set', ENDPOINT, '--price', '5.50', '--role', 'developer', '--from-calls', '0', '--as', 'asha')
    expect(await quote(cli.account)).toMatchObject({ price: '5.50', charged: '5.50', commission: [], source: 'list' })
    await run('prices', 'set', ENDPOINT, '--price', '5.00', '--account', cli.account, '--as', 'asha')
    expect(await quote(cli.account)).toMatchObject({ price: '5.00', source: 'account', platform: '5.00' })
    expect(await run('prices', 'list', ENDPOINT)).toMatchObject({
      prices: [
        {
          price: '5.50',
          owner_account_id: null,
          role: 'developer',
          account_id: null,
          status: 'in force',
          set_by: 'asha',
        },
        { price: '5.00', role: null, account_id: cli.account, status: 'in force' },
      ],
    })
    const text = (await cli.parakh('quote', ENDPOINT, '--account', cli.account, '--environment', 'sandbox')).out
    expect(text).toMatch(/\* +account +5\.00 INR for the account \w+ since .* \(price-\w+\)/)
    expect(text).toContain("the account's own price goes before it")
    await run('prices', 'unset', ENDPOINT, '--account', cli.account)
    await run('prices', 'unset', ENDPOINT, '--role', 'developer')
    expect(await quote(cli.account)).toMatchObject({ price: before['price'], source: before['source'] })
    expect(await refused('prices', 'unset', ENDPOINT, '--role', 'developer')).toMatchObject({
      code: 1,
      err: expect.stringContaining('PRICE_NOT_SET'),
    })
  })

  it('refuses invalid prices: unknown endpoints, times in the past, tiers for role and account at once', async () => {
    const set = (...args: string[]) => refused('prices', 'set', ...args)
    expect((await set('nowhere', '--price', '1')).err).toContain('PRICE_ENDPOINT_UNKNOWN')
    expect((await set('balance', '--price', '1')).err).toContain('PRICE_NOT_CHARGEABLE')
    expect((await set(ENDPOINT, '--price', '1', '--valid-from', '2020-01-01')).err).toContain('PRICE_IN_THE_PAST')
    const both = ['--role', 'developer', '--account', cli.account]
    expect((await set(ENDPOINT, '--price', '1', ...both)).err).toContain('PRICE_SLOT_INVALID')
    expect((await set(ENDPOINT, '--price', '1', '--account', 'nobody')).err).toContain('NOT_FOUND')
    expect(await set(ENDPOINT, '--price', '1.234')).toMatchObject({ code: 2 })
    expect(await set(ENDPOINT, '--price', '1', '--role', 'king')).toMatchObject({ code: 2 })
  })

  it('sets rates up to the cap of the role, and explains who earns from a price', async () => {
    const top = await open('master_distributor')
    const middle = await open('distributor', top)
    const shop = await open('retailer', middle)
    const payer = await open('customer', shop)
    await run('prices', 'set', ENDPOINT, '--price', '6.00')
    expect(await run('commissions', 'set', '--account', shop, '--rate', '8')).toEqual({
      ...{ account_id: shop, role: 'retailer', rate: '8.00', cap: '8.00' },
    })
    expect(await quote(payer)).toMatchObject({
      ...{ price: '6.00', charged: '6.00', platform: '5.52' },
      commission: [{ account_id: shop, amount: '0.48' }],
    })
    await run('commissions', 'set', '--account', middle, '--rate', '11.25')
    await run('commissions', 'set', '--account', top, '--rate', '10')
    expect(await quote(payer)).toMatchObject({
      platform: '5.325',
      commission: [
        { account_id: shop, amount: '0.48' },
        { account_id: middle, amount: '0.195', rate: '11.25', share: '3.25' },
      ],
    })
    const set = async (account: string, rate: string) =>
      (await refused('commissions', 'set', '--account', account, '--rate', rate)).err
    expect(await set(shop, '8.01')).toContain('COMMISSION_ABOVE_CAP')
    expect(await set(payer, '1')).toContain('COMMISSION_NOT_FOR_ROLE')
    expect(await set('nobody', '1')).toContain('NOT_FOUND')
    expect(await set(shop, '7.125')).toContain('at most two decimals')
  })

  it('shows, converts and states nothing where nothing was earned', async () => {
    const shop = await open('distributor')
    const of = ['--account', shop, '--environment', 'production']
    expect(await run('commissions', 'show', ...of)).toEqual({ accrued: '0.00', pending: '0.00', convertible: '0.00' })
    expect((await refused('commissions', 'convert', ...of, '--reference', 'july')).err).toContain(
      'COMMISSION_TOO_LITTLE',
    )
    expect((await refused('commissions', 'convert', ...of)).err).toContain('COMMISSION_TOO_LITTLE')
    expect(await run('commissions', 'statement', ...of, '--month', '2026-11')).toMatchObject({
      ...{ lines: [], opening: '0.00', closing: '0.00' },
    })
    expect((await refused('commissions', 'statement', ...of, '--month', '2026-13')).err).toContain(
      'must be a month such as 2026-11',
    )
  })

  it('shows margins and reconciles an invoice', async () => {
    expect(await run('costs', 'margins', '--month', '2026-11')).toEqual({
      ...{ month: '2026-11', margins: [], providers: [] },
    })
    await writeFile(join(cli.folder, 'invoice.csv'), 'reference,amount\nstranger,1.20\n')
    const of = ['--provider', 'pan', '--file', 'invoice.csv', '--month', '2026-11']
    expect(await run('costs', 'reconcile', ...of)).toMatchObject({
      ...{ provider: 'pan', lines: 1, invoiced: '1.20', booked: '0.00', matched: 0 },
      suspense: [{ kind: 'unknown', reference: 'stranger', invoiced: '1.20' }],
    })
    const { err } = await refused('costs', 'reconcile', ...of, '--amount-column', 'inr')
    expect(err).toContain('line 2: the column "inr" is empty or missing')
    expect((await refused('costs', 'reconcile', ...of.with(3, 'none.csv'))).err).toContain('none.csv cannot be read')
  })
})
