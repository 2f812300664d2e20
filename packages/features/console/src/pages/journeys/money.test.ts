import { readFileSync } from 'node:fs'
import { Accounts, inr, Wallet } from '@parakh/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { fakeRazorpay } from '../../../../../../test/fake-razorpay.ts'
import { DEMO_GATEWAY } from '../../../test/demo-server.ts'
import { type Journeys, openJourneys, press, pressIn } from '../../../test/journey.ts'

const FULL = process.env['PARAKH_FULL'] === '1'
const INDIA_MS = 19_800_000
/** More than a month. */
const MONTH_MINUTES = 45 * 24 * 60
const Issued = z.object({ number: z.string() })
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

  it('who comes back before the callback waits on the page, which turns green by itself', async () => {
    const { page, context } = await journeys.signedIn('billing', 'wallet')
    await page.getByText('Razorpay', { exact: true }).click()
    await page.getByLabel('Amount in rupees').fill('3,500')
    await press(page, 'Continue to Razorpay')
    await page.getByRole('link', { name: 'Cancel' }).click()
    await page.getByText('Waiting for the confirmation of the payment.', { exact: false }).waitFor()
    await fetch(razorpay.links.at(-1)?.short_url ?? '', { method: 'POST', redirect: 'manual' })
    await page.getByText('₹3,500.00 received').waitFor()
    await context.close()
  })

  it('a UPI QR, which a phone opens in its UPI app, turns green by the signed callback of the gateway', async () => {
    const { page, context, faults } = await journeys.signedIn('billing', 'wallet')
    await page.getByLabel('Amount in rupees').fill('1,000')
    await press(page, 'Show QR for ₹1,000.00')
    await page.getByAltText('QR code of a UPI payment').waitFor()
    const inApp = page.getByRole('link', { name: 'Pay in a UPI app on this phone' })
    expect(await inApp.isVisible()).toBe(false)
    await page.setViewportSize({ width: 360, height: 800 })
    expect(await inApp.getAttribute('href')).toMatch(/^upi:\/\/pay\?.*am=1000\.00/)
    expect(await razorpay.pay(await fundingOf('1000.00'), 100_000)).toBe(200)
    await page.getByText('₹1,000.00 received').waitFor()
    expect(faults.found).toEqual([])
    await context.close()
  })

  it.runIf(FULL)('a UTR of a UPI QR is being checked, and its payment says what comes next', async () => {
    const { page, context } = await journeys.signedIn('billing', 'wallet')
    await page.getByLabel('Amount in rupees').fill('1,234')
    await press(page, 'Show QR for ₹1,234.00')
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
    await page.getByRole('cell', { name: 'Credited' }).waitFor()
    await page.getByText('₹75,000.00', { exact: true }).first().waitFor()
    await page.locator('dd').filter({ hasText: '₹75,000.00' }).first().waitFor()
    await page
      .getByRole('row', { name: /Credited/ })
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

  it('a plan: what it costs now, too little in the wallet, subscribed, cancelled, kept', async () => {
    const { demo, open } = journeys
    const { id: accountId } = await demo.host.get(Accounts).create({ name: 'Beta Lending', role: 'developer' })
    const { page, context } = await open()
    await page.goto(await demo.linkFor({ email: 'ravi@beta.example', role: 'owner', accountId }))
    await press(page, 'Accept the invitation')
    await page.getByRole('heading', { level: 1, name: /Home|Welcome/ }).waitFor()
    await page.goto(`${demo.url}/console/plan`)
    await press(page, 'Choose Starter')
    const dialog = page.getByRole('dialog', { name: 'Subscribe to Starter' })
    await dialog.getByText('At once').waitFor()
    expect(await dialog.getByText('₹999.00').count()).toBe(2)
    await pressIn(page, 'Choose Starter')
    await dialog.getByText('999.00 INR are due', { exact: false }).waitFor()
    await dialog.getByRole('link', { name: 'Add money to the production wallet' }).waitFor()
    const wallet = { accountId, environment: 'production', actor: 'test' } as const
    await demo.host.get(Wallet).credit({ ...wallet, amount: inr('2000'), reference: 'first' })
    await pressIn(page, 'Choose Starter')
    await page.getByText('0 of 5,000 calls used').first().waitFor()
    await page.getByText(/Renews on .* for ₹999.00/).waitFor()
    await press(page, 'Cancel the plan')
    await pressIn(page, 'Cancel the plan')
    await page.getByText(/Ends on .* Then each call is paid from the wallet/).waitFor()
    await press(page, 'Keep Starter')
    await pressIn(page, 'Keep Starter')
    await page.getByText(/Renews on/).waitFor()
    expect(await demo.host.get(Wallet).balance(accountId, 'production')).toMatchObject({ balance: inr('1001') })
    await context.close()
  })

  it('billing details: entered by the one who pays, with the state of the GSTIN, then changed; a wrong GSTIN is refused in words', async () => {
    const { demo, signedIn } = journeys
    const { page, context } = await signedIn('billing', 'invoices')
    await press(page, 'Add billing details')
    const dialog = page.getByRole('dialog', { name: 'Billing details' })
    await dialog.getByLabel('Legal name').fill('Acme Lending Private Limited')
    await dialog.getByLabel('GSTIN').fill('29AAGCB7383J1Z5')
    expect(await dialog.getByLabel('State').inputValue()).toBe('29')
    await dialog.getByLabel('Address').fill('MG Road,\nBengaluru 560001')
    await pressIn(page, 'Save billing details')
    await dialog.getByRole('alert').getByText('The billing details are invalid', { exact: false }).waitFor()
    await dialog.getByLabel('GSTIN').fill('29aagcb7383j1z4')
    await pressIn(page, 'Save billing details')
    await page.getByText('MG Road, Bengaluru 560001').waitFor()
    await page.getByText('Karnataka (29)').waitFor()
    await press(page, 'Edit billing details')
    await dialog.getByLabel('GSTIN').fill('')
    await dialog.getByLabel('State').selectOption('27')
    await pressIn(page, 'Save billing details')
    await page.getByText('Maharashtra (27)').waitFor()
    expect(await demo.run('billing.get', { account_id: demo.accountId })).toMatchObject({
      billing: { name: 'Acme Lending Private Limited', gstin: null, state_code: '27' },
    })
    await context.close()
  })

  it('the wallet of the sandbox says that it holds test money and leads to the one of production', async () => {
    const { page, context } = await journeys.signedIn('billing', 'wallet')
    await page.getByText('Test balance', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Add money in production' }).click()
    await page.getByRole('heading', { name: 'Add money' }).waitFor()
    expect(page.url()).toContain('environment=production')
    await page.getByText('Available', { exact: true }).waitFor()
    await context.close()
  })

  it('an invoice is read and downloaded as PDF, and a statement as CSV', async () => {
    const { demo, signedIn } = journeys
    const { accountId: account_id } = demo
    const wallet = { accountId: account_id, environment: 'production', actor: 'test' } as const
    await demo.host.get(Wallet).credit({ ...wallet, amount: inr('2000'), reference: 'for-a-plan' })
    await demo.run('plans.subscribe', { account_id, plan: 'starter' })
    const buyer = { name: 'Acme Lending Private Limited', state_code: '29', address: 'Bengaluru' }
    await demo.run('billing.set', { account_id, ...buyer })
    const month = new Date(demo.clock.now().getTime() + INDIA_MS).toISOString().slice(0, 7)
    demo.pass(MONTH_MINUTES)
    const { number } = Issued.parse(await demo.run('invoices.issue', { account_id, month }))
    const { page, context } = await signedIn('billing', 'invoices')
    await page.getByRole('cell', { name: '₹999.00' }).waitFor()
    const [pdf] = await Promise.all([page.waitForEvent('download'), press(page, `Download ${number} as PDF`)])
    expect(pdf.suggestedFilename()).toBe(`${number.replaceAll('/', '-')}.pdf`)
    expect(
      readFileSync(await pdf.path())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
    await page.getByRole('button', { name: number, exact: true }).click()
    await page.getByRole('dialog').getByText('CGST').waitFor()
    await page.keyboard.press('Escape')
    await page.goto(`${demo.url}/console/invoices?environment=production`)
    await page.getByLabel('Month', { exact: true }).selectOption(month)
    const [csv] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /Download the statement of .* as CSV/ }).click(),
    ])
    expect(readFileSync(await csv.path(), 'utf8')).toContain('-999.00')
    await context.close()
  })
})
