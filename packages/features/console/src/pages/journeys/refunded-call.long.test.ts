import { Accounts } from '@parakh/core'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { faultsOfAccess } from '../../../test/accessibility.ts'
import { settled } from '../../../test/console-browser.ts'
import { type Journeys, openJourneys, press, pressIn } from '../../../test/journey.ts'
import { liveAccount } from '../../../test/live-account.ts'
import { SHOTS } from '../../../test/views.ts'

const Found = z.object({ items: z.array(z.unknown()) })
const Keys = z.object({ items: z.array(z.object({ key_id: z.string() })) })
const Plan = z.object({ used: z.int() })
const Commission = z.object({ accrued: z.string(), pending: z.string(), convertible: z.string() })

describe('a call below a reseller that an operator refunds', () => {
  let journeys: Journeys
  let resellerId: string
  let support: Awaited<ReturnType<Journeys['operator']>>
  beforeAll(async () => {
    journeys = await openJourneys()
    support = await journeys.operator('support', 'calls')
    const { host, run } = journeys.demo
    resellerId = (await host.get(Accounts).create({ name: 'Bright Resale', role: 'retailer' })).id
    await run('commissions.set', { account_id: resellerId, rate: '8' })
  })
  afterAll(() => journeys[Symbol.asyncDispose]())

  /** Opens a call by the id of its caller. @returns Its panel. */
  async function opened(requestId: string): Promise<Locator> {
    const { page } = support
    await page.goto(`${journeys.demo.url}/console/calls`)
    await page.getByLabel('Reference, order id, idempotency key or request id').fill(requestId)
    await press(page, 'Find')
    await page.getByRole('row', { name: 'Below Bright' }).getByRole('button').click()
    return page.getByRole('dialog')
  }
  async function refund(requestId: string, told: string): Promise<void> {
    const { page } = support
    await opened(requestId)
    await page.getByLabel('Reason').fill('The record was wrong')
    await pressIn(page, 'Refund')
    await page.getByRole('dialog').getByText(told).waitFor()
  }

  it('leaves the balance of the caller, the commission of the reseller and the units of the plan as they were', async () => {
    const { demo } = journeys
    const payer = await liveAccount(demo, { name: 'Below Bright', parentId: resellerId, credit: '2000' })
    const commission = async () =>
      Commission.parse(await demo.run('commissions.get', { account_id: resellerId, environment: 'production' }))
    const used = async () => Plan.parse(await demo.run('plans.get', { account_id: payer.id })).used
    const standing = async () => ({
      balance: await payer.balance(),
      commission: await commission(),
      used: await used(),
    })

    const before = await standing()
    expect(await payer.call('paid-by-money')).toEqual([200, undefined])
    expect((await commission()).accrued).toBe('0.04')
    // Who earned is named, and its page has what it earned.
    await (await opened('paid-by-money')).getByRole('link', { name: 'Bright Resale' }).click()
    await support.page.getByRole('heading', { level: 1, name: 'Bright Resale' }).waitFor()
    const earned = support.page.getByRole('region', { name: 'Commission', exact: true })
    await earned.getByText('₹0.04').first().waitFor()
    await earned.getByText('8.00 %').waitFor()
    await refund('paid-by-money', '₹0.50 were given back to Below Bright.')
    await support.page.getByText('Commission of ₹0.04 was taken back from Bright Resale.').waitFor()
    await support.page.getByRole('row', { name: 'Below Bright' }).getByText('₹0.50 refunded').waitFor()
    expect(await standing()).toEqual(before)

    await demo.run('plans.subscribe', { account_id: payer.id, plan: 'starter' })
    const subscribed = await standing()
    expect(await payer.call('paid-by-plan')).toEqual([200, undefined])
    expect(await used()).toBe(subscribed.used + 1)
    await refund('paid-by-plan', 'The unit of its plan was given back.')
    expect(await standing()).toEqual(subscribed)
    expect(support.faults.found).toEqual([])
  })

  it('was refused: its page has the address that called, or the price and the balance, and what must change', async () => {
    const { demo } = journeys
    const payer = await liveAccount(demo, { name: 'Below Bright too' })
    const found = (id: string) =>
      expect.poll(async () => Found.parse(await demo.run('calls.find', { id })).items.length)
    expect(await payer.call('no-money')).toEqual([402, 'INSUFFICIENT_BALANCE'])
    await found('no-money').toBe(1)
    const noMoney = await opened('no-money')
    await noMoney.getByText('What both were at that time is not kept.', { exact: false }).waitFor()
    const facts = noMoney.locator('dl').first()
    await facts.getByText('₹0.50').waitFor()
    await facts.getByText('₹0.00').waitFor()
    await noMoney.getByRole('link', { name: 'Open the account' }).waitFor()

    const { items } = Keys.parse(await demo.run('keys.list', { account_id: payer.id }))
    await demo.run('keys.restrict', { key_id: items[0]?.key_id, ip_ranges: ['198.51.100.0/24'] })
    expect(await payer.call('from-outside')).toEqual([403, 'API_NOT_PERMITTED'])
    await found('from-outside').toBe(1)
    const outside = await opened('from-outside')
    await outside.getByText('Add 127.0.0.1/32 to the IP ranges of the key', { exact: false }).waitFor()
    await outside.getByText('198.51.100.0/24').waitFor()
    await outside.getByText(/^API keys → /).waitFor()
    expect(await faultsOfAccess(support.page)).toEqual([])
    await support.page.screenshot({ path: `${SHOTS}/call-refused.png` })
    await support.context.close()
    expect(support.faults.found).toEqual([])
  })

  it('is told to the reseller: its statement has what was earned and taken back', async () => {
    const { page, context, faults } = await journeys.signedIn(
      'billing',
      'commission?environment=production',
      resellerId,
    )
    await settled(page)
    const row = page.getByRole('row', { name: /bank-ifsc-details/ })
    expect(await row.getByRole('cell').allInnerTexts()).toEqual(['bank-ifsc-details', '1', '₹0.04', '1', '₹0.04'])
    await context.close()
    expect(faults.found).toEqual([])
  })
})
