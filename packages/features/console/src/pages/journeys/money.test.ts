import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { fakeRazorpay } from '../../../../../../test/fake-razorpay.ts'
import { DEMO_GATEWAY } from '../../../test/demo-server.ts'
import { type Journeys, openJourneys, press } from '../../../test/journey.ts'

const FULL = process.env['PARAKH_FULL'] === '1'
const Listed = z.object({ items: z.array(z.object({ funding_id: z.string(), amount: z.string() })) })

describe('what people do about money in the console', () => {
  let journeys: Journeys
  let razorpay: Awaited<ReturnType<typeof fakeRazorpay>>
  beforeAll(async () => {
    razorpay = await fakeRazorpay(DEMO_GATEWAY)
    journeys = await openJourneys({ gatewayUrl: razorpay.url })
    razorpay.callbackTo({ url: `${journeys.demo.url}/gateways/cards/callback`, secret: DEMO_GATEWAY.webhookSecret })
  })
  afterAll(async () => {
    await journeys[Symbol.asyncDispose]()
    await razorpay.close()
  })
  /** The id of the funding of an amount. */
  async function fundingOf(amount: string): Promise<string> {
    const { demo } = journeys
    const { items } = Listed.parse(await demo.run('funding.list', { account_id: demo.accountId, limit: 50 }))
    return items.find((item) => item.amount === amount)?.funding_id ?? ''
  }

  it("a top-up on the gateway's own page: there in this tab, back, and green when the signed callback has credited it", async () => {
    const { page, context } = await journeys.signedIn('billing', 'wallet')
    await page.getByText('Razorpay', { exact: true }).click()
    await page.getByLabel('Amount in rupees').fill('2,500')
    await press(page, 'Continue to Razorpay')
    await page.getByRole('heading', { name: 'Pay ₹2500' }).waitFor()
    await page.getByRole('link', { name: 'Cancel' }).click()
    await page.getByText('Waiting for the confirmation of the payment.', { exact: false }).waitFor()
    await page.goBack()
    await press(page, 'Pay now')
    await page.getByText('₹2,500.00 received').waitFor()
    await page.getByText('₹2,500.00', { exact: true }).first().waitFor()
    expect(razorpay.links).toHaveLength(1)
    await press(page, 'Another payment')
    await page.getByText('Pay by', { exact: true }).or(page.getByLabel('Amount in rupees')).first().waitFor()
    expect(page.url()).not.toContain('funding=')
    expect(page.url()).not.toContain('razorpay')
    await context.close()
  })

  it('a UPI QR turns green by the signed callback of the gateway', async () => {
    const { page, context, faults } = await journeys.signedIn('billing', 'wallet')
    await page.getByLabel('Amount in rupees').fill('1,000')
    await press(page, 'Show the QR')
    await page.getByAltText('QR code of a UPI payment').waitFor()
    expect(await razorpay.pay(await fundingOf('1000.00'), 100_000)).toBe(200)
    await page.getByText('₹1,000.00 received').waitFor()
    expect(faults.found).toEqual([])
    await context.close()
  })

  it.runIf(FULL)('a UTR of a UPI QR is being checked, and its payment says what comes next', async () => {
    const { page, context } = await journeys.signedIn('billing', 'wallet')
    await page.getByLabel('Amount in rupees').fill('1,234')
    await press(page, 'Show the QR')
    await page.getByLabel(/Paid already/).fill('432112345777')
    await press(page, 'Submit the transfer')
    await page.getByText('Your UTR is being checked.').waitFor()
    await page
      .getByRole('row', { name: /₹1,234.00/ })
      .getByRole('button')
      .click()
    await page.getByRole('dialog').getByText('We compare it with our bank statement', { exact: false }).waitFor()
    await context.close()
  })

  it('a transfer by its UTR: two operators approve it, and the balance rises in the open page', async () => {
    const { demo } = journeys
    const { page, context } = await journeys.signedIn('billing', 'wallet?environment=production')
    await page.getByText('Bank transfer', { exact: true }).first().click()
    await page.getByText('001234567890').waitFor()
    await page.getByLabel('Amount in rupees').fill('75,000')
    await page.getByLabel('UTR').fill('432112345999')
    await press(page, 'Submit the transfer')
    await page.getByText('We compare it with our bank statement', { exact: false }).first().waitFor()
    await page.getByRole('cell', { name: 'Being checked' }).waitFor()
    const funding_id = await fundingOf('75000.00')
    await demo.host.run('funding.approve', { funding_id }, { operator: 'asha' })
    await page.getByRole('cell', { name: 'Approved once' }).waitFor()
    await demo.host.run('funding.approve', { funding_id }, { operator: 'bina' })
    await page.getByRole('cell', { name: 'In the wallet' }).waitFor()
    await page.getByText('₹75,000.00', { exact: true }).first().waitFor()
    await page.locator('dd').filter({ hasText: '₹75,000.00' }).first().waitFor()
    await page
      .getByRole('row', { name: /In the wallet/ })
      .getByRole('button')
      .click()
    await page.getByRole('dialog').getByText('432112345999').waitFor()
    await context.close()
  })

  it.runIf(FULL)('a UTR that another payment has is refused in words, and nothing is added', async () => {
    const { page, context } = await journeys.signedIn('billing', 'wallet?environment=production')
    await page.getByText('Bank transfer', { exact: true }).first().click()
    await page.getByLabel('Amount in rupees').fill('10')
    await page.getByLabel('UTR').fill('432112345999')
    await press(page, 'Submit the transfer')
    await page.getByRole('alert').getByText('stands with another funding already', { exact: false }).waitFor()
    await context.close()
  })

  it('thresholds of the low balance alert are kept', async () => {
    const { page, context } = await journeys.signedIn('billing', 'wallet')
    await page.getByLabel('Below, in rupees').fill('1,000')
    await page.getByLabel('Below, in percent', { exact: false }).fill('20')
    await press(page, 'Save')
    await page.getByText('Saved', { exact: true }).waitFor()
    await page.reload()
    expect(await page.getByLabel('Below, in rupees').inputValue()).toBe('1000.00')
    expect(await page.getByLabel('Below, in percent', { exact: false }).inputValue()).toBe('20')
    await context.close()
  })
})
