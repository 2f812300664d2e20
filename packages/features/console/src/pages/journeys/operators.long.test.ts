import { readFileSync } from 'node:fs'
import { inr, Store } from '@parakh/core'
import { Funding } from '@parakh/funding'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { fakeRazorpay } from '../../../../../../test/fake-razorpay.ts'
import { faultsOfAccess } from '../../../test/accessibility.ts'
import { settled } from '../../../test/console-browser.ts'
import { DEMO_GATEWAY } from '../../../test/demo-server.ts'
import { type Journeys, openJourneys, press, pressIn } from '../../../test/journey.ts'

const PDF = Buffer.from('%PDF-1.7\nA scan of Asha Rao')
const Uploaded = z.object({ file_id: z.string() })
const UTR = 'HDFCN52026112377'
const RRN = '432198760077'

describe('what operators do in the console', () => {
  let journeys: Journeys
  beforeAll(async () => {
    journeys = await openJourneys()
    await journeys.demo.fill()
  })
  afterAll(() => journeys[Symbol.asyncDispose]())

  const opens = (page: Page, name: string) => page.getByRole('row', { name }).getByRole('button').first().click()
  const isGone = (page: Page) => page.getByRole('dialog').waitFor({ state: 'detached' })
  const told = (page: Page, text: string) => page.getByRole('status').getByText(text).waitFor()

  it('a large transfer is compared with the line of the statement, and two persons approve it', async () => {
    const { demo } = journeys
    const { id } = await demo.host.get(Funding).submitTransfer({
      ...{ accountId: demo.accountId, environment: 'production', amount: inr('250000'), rail: 'neft' },
      ...{ utr: UTR, actor: 'test' },
    })
    const first = await journeys.operator('finance')
    await first.page.getByRole('button', { name: /^Alerts: [1-9]/ }).waitFor()
    await opens(first.page, 'Transfers to approve')
    await opens(first.page, UTR)
    await first.page.getByText('Two operators must approve: it is above ₹50,000.00.').waitFor()
    expect(await first.page.getByLabel('No line was compared; approve all the same').isChecked()).toBe(false)
    await first.page.getByLabel('Line of the bank statement').fill('24/11 NEFT, of another')
    await first.page.getByText('This line has another UTR. This line has another amount.').waitFor()
    await first.page.getByLabel('Line of the bank statement').fill(`24/11 NEFT ${UTR} ACME LENDING CR 2,50,00.00`)
    await first.page.getByText('This line has another amount.').waitFor()
    // What differs is asked for again before anything is sent.
    await pressIn(first.page, 'Approve')
    expect(await first.page.getByLabel('The line differs; approve all the same').isChecked()).toBe(false)
    await settled(first.page)
    expect(await demo.host.get(Funding).get(id)).toMatchObject({ state: 'submitted', approvals: [] })
    await first.page.getByLabel('Line of the bank statement').fill(`24/11 NEFT ${UTR} ACME LENDING CR 2,50,000.00`)
    await first.page.getByText('UTR and amount are those of the transfer.').waitFor()
    expect(await first.page.getByLabel('The line differs; approve all the same').count()).toBe(0)
    await pressIn(first.page, 'Approve')
    await isGone(first.page)
    await told(first.page, 'Approved by you. A second person must approve ₹2,50,000.00')
    await first.page.getByRole('row', { name: UTR }).getByText('Approved once').waitFor()
    await opens(first.page, UTR)
    await first.page.getByLabel('No line was compared; approve all the same').click()
    await pressIn(first.page, 'Approve')
    await first.page.getByRole('dialog').getByRole('alert').waitFor()

    const second = await journeys.operator('finance', 'work/transfers')
    await opens(second.page, UTR)
    await second.page.getByLabel('Line of the bank statement').fill('24/11 NEFT, of another')
    await second.page.getByLabel('The line differs; approve all the same').click()
    await pressIn(second.page, 'Approve')
    await isGone(second.page)
    await told(second.page, 'Approved. ₹2,50,000.00 were credited to Acme Lending.')
    await second.page.getByRole('row', { name: UTR }).waitFor({ state: 'detached' })
    await second.page.getByLabel('UTR, payment id or reference').fill(UTR.toLowerCase())
    await press(second.page, 'Find')
    await second.page.getByRole('row', { name: UTR }).getByText('Credited').waitFor()
    await opens(second.page, UTR)
    await second.page.getByRole('dialog').getByText(UTR).waitFor()
    expect(await second.page.getByRole('dialog').getByRole('button', { name: 'Approve' }).count()).toBe(0)
    expect(await demo.host.get(Funding).get(id)).toMatchObject({ state: 'credited' })
    for (const { context, faults } of [first, second]) {
      await context.close()
      expect(faults.found).toEqual([])
    }
  })

  it('a payment in suspense is found by the number of the bank, assigned, and approved where its assignment leads', async () => {
    const { demo } = journeys
    const razorpay = await fakeRazorpay(DEMO_GATEWAY)
    razorpay.callbackTo({ url: `${demo.url}/gateways/cards/callback`, secret: DEMO_GATEWAY.webhookSecret })
    for (const rrn of [RRN, '432198760078']) expect(await razorpay.pay('no-such-order', 1_250_000, rrn)).toBe(200)
    await razorpay.close()
    const { page, context, faults } = await journeys.operator('finance', 'work/suspense')
    await page.getByRole('row', { name: '432198760078' }).waitFor()
    await page.getByLabel('UTR, payment id or order reference').fill('no such number')
    await press(page, 'Find')
    await page.getByText('Nothing has this reference').waitFor()
    await page.getByLabel('UTR, payment id or order reference').fill(RRN.replace(/(\d{4})/g, '$1 '))
    await press(page, 'Find')
    await page.getByRole('row', { name: '432198760078' }).waitFor({ state: 'detached' })
    await opens(page, `cards UPI ${RRN} Names an order that we do not know`)
    await page.getByRole('dialog').getByText('UPI', { exact: true }).waitFor()
    expect(await page.getByText('okbank').count()).toBe(0)
    await page.getByLabel('Account that gets the payment').selectOption(demo.accountId)
    await page.getByRole('dialog').getByText('₹12,500.00 to Acme Lending?').waitFor()
    await page.getByRole('dialog').getByText('One approval is enough (limit ₹50,000.00).').waitFor()
    await page.getByLabel('Reason').first().fill('The payer named its account')
    await pressIn(page, 'Assign the payment')
    await isGone(page)
    await told(page, 'Assigned to Acme Lending as a payment of ₹12,500.00. It is credited when it is approved')
    await page.getByRole('row', { name: RRN }).getByText('Assigned').waitFor()
    await page.getByRole('row', { name: RRN }).getByRole('link', { name: 'Acme Lending' }).waitFor()
    await page.getByRole('status').getByRole('link', { name: 'Transfers to approve' }).click()
    await opens(page, `UPI ${RRN}`)
    expect(await page.getByLabel('Line of the bank statement').count()).toBe(0)
    await pressIn(page, 'Approve')
    await isGone(page)
    await told(page, 'Approved. ₹12,500.00 were credited to Acme Lending.')
    await page.goto(`${demo.url}/console/work/suspense`)
    await opens(page, '432198760078')
    await page.getByRole('dialog').getByLabel('Reason').last().fill('Sent back by the gateway')
    await pressIn(page, 'Close without a credit')
    await told(page, 'Closed. ₹12,500.00 were credited to nobody.')
    expect(await faultsOfAccess(page)).toEqual([])
    await context.close()
    expect(faults.found).toEqual([])
  })

  it('KYC is approved beside its files, and rejected with a reason that the customer reads', async () => {
    const { demo } = journeys
    const [good, bad] = [await demo.newAccount('Bright Loans'), await demo.newAccount('Dim Loans')]
    for (const { accountId: account_id } of [good, bad]) {
      const content = PDF.toString('base64')
      const file = await demo.run('kyc.upload', { account_id, kind: 'pan', name: 'asha.pdf', content })
      const documents = [{ kind: 'pan', reference: Uploaded.parse(file).file_id }]
      await demo.run('kyc.submit', { account_id, documents })
    }
    const { page, context, faults } = await journeys.operator('kyc', 'work/kyc')
    await opens(page, 'Bright Loans')
    await page.getByText(`asha.pdf (${PDF.length} bytes)`).waitFor()
    await page.getByText('Smaller than 1 kB: it may not open.').waitFor()
    await page.getByText('nobody is sent a message').first().waitFor()
    const download = page.waitForEvent('download')
    await press(page, 'Download asha.pdf')
    expect(readFileSync((await (await download).path()) ?? '').equals(PDF)).toBe(true)
    await pressIn(page, 'Approve')
    await isGone(page)
    await told(page, 'Approved. Bright Loans may create production keys from now on.')
    await page.getByRole('row', { name: 'Bright Loans' }).waitFor({ state: 'detached' })
    await opens(page, 'Dim Loans')
    await page.getByLabel('Reason').fill('The copy cannot be read')
    await pressIn(page, 'Reject')
    await isGone(page)
    await told(page, 'Rejected. Dim Loans may correct its documents and submit them again.')
    await page.getByRole('row', { name: 'Dim Loans' }).waitFor({ state: 'detached' })
    await page.goto(`${demo.url}/console/accounts/${bad.accountId}`)
    await page.getByText('Rejected: The copy cannot be read').waitFor()
    expect(await demo.run('kyc.get', { account_id: good.accountId })).toMatchObject({ state: 'approved' })
    expect(await demo.run('kyc.get', { account_id: bad.accountId })).toMatchObject({
      ...{ state: 'rejected', reason: 'The copy cannot be read' },
    })
    await context.close()
    expect(faults.found).toEqual([])
  })

  it('a call is found by the request id of its caller, explained, and refunded once', async () => {
    const { page, context, faults } = await journeys.operator('support', 'calls')
    await page.getByLabel('Reference, order id, idempotency key or request id').fill('loan-4711')
    await press(page, 'Find')
    const charged = page.getByRole('row', { name: /Acme Lending.*Answered/ })
    await charged.getByRole('button').click()
    await page.getByRole('dialog').getByText('₹0.50').first().waitFor()
    // The customer finds the reason in its wallet, and the field says so.
    await page.getByRole('dialog').getByText('The customer reads it. No identity number.').waitFor()
    await page.getByRole('dialog').getByText('Loan desk').waitFor()
    await page.getByLabel('Reason').fill('Charged by our fault')
    await pressIn(page, 'Refund')
    await page.getByRole('dialog').getByText('₹0.50 were given back to Acme Lending.').waitFor()
    await page.keyboard.press('Escape')
    await charged.getByText('₹0.50 refunded').waitFor()
    await charged.getByRole('button').click()
    await page.getByRole('dialog').getByText('₹0.50 refunded').waitFor()
    expect(await page.getByRole('dialog').getByRole('button', { name: 'Refund', exact: true }).count()).toBe(0)
    await page.getByRole('dialog').getByRole('link', { name: 'Acme Lending' }).click()
    await page.getByRole('heading', { level: 1, name: 'Acme Lending' }).waitFor()
    const entries = page.getByRole('table', { name: 'Transactions' })
    await entries.getByRole('row', { name: 'Charge' }).first().getByRole('link').click()
    await page.getByRole('heading', { level: 1, name: 'Find a call' }).waitFor()
    await charged.waitFor()
    await context.close()
    expect(faults.found).toEqual([])
  })

  it('a webhook endpoint of an account opens with its deliveries, which are read alone, and leads back', async () => {
    const { page, context, faults } = await journeys.operator('support', 'accounts?environment=sandbox')
    await page.getByRole('row', { name: 'Acme Lending' }).getByRole('button').click()
    const name = 'Webhook endpoints'
    await page
      .getByRole('table', { name })
      .getByRole('button', { name: /127\.0\.0\.1/ })
      .click()
    await page.getByRole('table', { name: 'Events' }).getByRole('row').nth(1).getByRole('button').click()
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    expect(await page.getByRole('button', { name: 'Send test event' }).count()).toBe(0)
    expect(await faultsOfAccess(page)).toEqual([])
    await page.getByRole('main').getByRole('link', { name: 'Acme Lending' }).click()
    await page.getByRole('heading', { level: 1, name: 'Acme Lending' }).waitFor()
    await page.getByText('Last call').waitFor()
    await context.close()
    expect(faults.found).toEqual([])
  })

  it('an operator sees the pages of an account, cannot change anything, and leaves; the account reads why', async () => {
    const { page, context, faults } = await journeys.operator('support', 'accounts')
    await page.getByRole('row', { name: 'Acme Lending' }).getByRole('button').click()
    await press(page, 'See the console as this account')
    await page.getByLabel('Reason').fill('Ticket 4711')
    await pressIn(page, 'See the console as this account')
    await page.getByText('You see the console as Acme Lending does (Production). Nothing can be changed.').waitFor()
    await page.getByRole('heading', { level: 1, name: /Home|Welcome/ }).waitFor()
    for (const link of await page.getByRole('navigation').getByRole('link').all()) {
      const name = await link.textContent()
      if (name === 'API reference' || name === 'Help') continue
      await link.click()
      await settled(page)
      expect([name, await page.getByText('Nothing can be changed.').count()]).toEqual([name, 1])
    }
    await page.getByRole('link', { name: 'API keys' }).click()
    await page.getByRole('radiogroup', { name: 'Environment' }).getByText('Sandbox').click()
    await page.getByText('does (Sandbox). Nothing').waitFor()
    await page.getByRole('row', { name: 'Loan desk' }).waitFor()
    expect(await page.getByRole('columnheader', { name: 'Actions' }).count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Create key' }).count()).toBe(0)
    expect(await faultsOfAccess(page)).toEqual([])
    await page.getByRole('link', { name: 'Audit log' }).click()
    await page.getByRole('row', { name: 'Saw the console as the account' }).getByRole('button').click()
    await page.getByRole('dialog').getByText('Ticket 4711').waitFor()
    await page.keyboard.press('Escape')
    await press(page, 'End')
    await page.getByRole('heading', { level: 1, name: 'Acme Lending' }).waitFor()
    expect(await page.getByRole('link', { name: 'API keys' }).count()).toBe(0)
    await context.close()
    expect(faults.found).toEqual([])
  })

  it('stopped money is seen with its reason, and resumed once the ledger verifies', async () => {
    const { demo } = journeys
    const reason = 'I3: the holds are not what is held'
    await demo.host.get(Store).money.stop('stopped', reason)
    const { page, context, faults } = await journeys.operator('admin', 'system')
    await page.getByRole('alert').getByText(reason).waitFor()
    await page.getByLabel('Reason').fill('The row is mended')
    await press(page, 'Verify and resume')
    await page.getByRole('alert').waitFor({ state: 'detached' })
    await page.getByText('Running', { exact: true }).waitFor()
    expect(await demo.host.get(Store).money.state()).toMatchObject({ mode: 'on', reason: 'The row is mended' })
    await context.close()
    expect(faults.found).toEqual([])
  })

  it('an operator sees its own pages and queues alone, a customer none of them', async () => {
    const { demo } = journeys
    const { page, context } = await journeys.operator('kyc')
    const menu = await page.getByRole('navigation').getByRole('link').allTextContents()
    expect(menu.slice(0, 6)).toEqual(['Work', 'Accounts', 'Prices', 'Costs', 'Plans', 'Find a call'])
    expect(menu).not.toContain('API keys')
    await page.getByRole('row', { name: 'KYC to decide' }).waitFor()
    expect(await page.getByRole('row', { name: 'Payments in suspense' }).count()).toBe(0)
    await page.goto(`${demo.url}/console/keys`)
    await page.getByText('This page is not here').waitFor()
    await page.goto(`${demo.url}/console/work/transfers`)
    await settled(page)
    await opens(page, 'HDFCN52026112300')
    await page.getByRole('dialog').getByText('HDFCN52026112300').waitFor()
    expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0)
    await context.close()
    const customer = await journeys.signedIn('owner')
    await customer.page.goto(`${demo.url}/console/work`)
    await customer.page.getByText('This page is not here').waitFor()
    await customer.context.close()
  })
})
