import { Accounts } from '@parakh/core'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { settled } from '../../../test/console-browser.ts'
import { type Journeys, openJourneys, press, pressIn } from '../../../test/journey.ts'
import { liveAccount } from '../../../test/live-account.ts'

const Plan = z.object({ used: z.int() })
const Commission = z.object({ accrued: z.string(), pending: z.string(), convertible: z.string() })

describe('a call below a reseller that an operator refunds', () => {
  let journeys: Journeys
  let resellerId: string
  beforeAll(async () => {
    journeys = await openJourneys()
    const { host, run } = journeys.demo
    resellerId = (await host.get(Accounts).create({ name: 'Bright Resale', role: 'retailer' })).id
    await run('commissions.set', { account_id: resellerId, rate: '8' })
  })
  afterAll(() => journeys[Symbol.asyncDispose]())

  async function refund(page: Page, requestId: string, told: string): Promise<void> {
    await page.goto(`${journeys.demo.url}/console/calls`)
    await page.getByLabel('Reference, order id or request id').fill(requestId)
    await press(page, 'Find')
    await page.getByRole('row', { name: 'Below Bright' }).getByRole('button').click()
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

    const support = await journeys.operator('support', 'calls')
    const before = await standing()
    expect(await payer.call('paid-by-money')).toEqual([200, undefined])
    expect((await commission()).accrued).toBe('0.04')
    await refund(support.page, 'paid-by-money', '₹0.50 were given back.')
    await support.page.getByRole('row', { name: 'Below Bright' }).getByText('₹0.50 refunded').waitFor()
    expect(await standing()).toEqual(before)

    await demo.run('plans.subscribe', { account_id: payer.id, plan: 'starter' })
    const subscribed = await standing()
    expect(await payer.call('paid-by-plan')).toEqual([200, undefined])
    expect(await used()).toBe(subscribed.used + 1)
    await refund(support.page, 'paid-by-plan', 'The unit of its plan was given back.')
    expect(await standing()).toEqual(subscribed)
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
