import { Accounts, inr } from '@parakh/core'
import { Funding } from '@parakh/funding'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { fakeRazorpay } from '../../../../../../test/fake-razorpay.ts'
import { DEMO_GATEWAY } from '../../../test/demo-server.ts'
import { type Journeys, openJourneys, pressIn } from '../../../test/journey.ts'
import { liveAccount } from '../../../test/live-account.ts'

const Opened = z.object({ funding_id: z.string() })
const UTR = 'HDFCN52026112388'

describe('an account whose payment is charged back', () => {
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

  const opens = (page: Page, name: string) => page.getByRole('row', { name }).getByRole('button').first().click()
  const isGone = (page: Page) => page.getByRole('dialog').waitFor({ state: 'detached' })
  /** An account that paid ₹500 by its gateway, and the id of the payment there. */
  async function paidBy(name: string) {
    const { demo } = journeys
    const account = await liveAccount(demo, { name })
    const asked = { account_id: account.id, environment: 'production', amount: '500.00' }
    const { funding_id: id } = Opened.parse(await demo.run('funding.open-upi-qr', asked))
    expect(await razorpay.pay(id, 50_000)).toBe(200)
    const { paymentId } = (await demo.host.get(Funding).get(id)) ?? {}
    return { ...account, fundingId: id, paymentId: paymentId ?? '' }
  }

  it('is suspended and owes, stays in Disputes until it has paid, and is released there: its calls work again', async () => {
    const { demo } = journeys
    const account = await paidBy('Risky Loans')
    expect(await account.call()).toEqual([200, undefined])
    expect(await razorpay.dispute(account.paymentId, 'created')).toBe(200)
    expect(await account.call()).toEqual([403, 'ACCOUNT_SUSPENDED'])

    const { page, context, faults } = await journeys.operator('finance')
    await opens(page, 'Disputes to decide')
    await opens(page, '₹500.00')
    await page.getByRole('dialog').getByText('goods_not_received').waitFor()
    await page.getByLabel('Reason').fill('The bank took it back')
    await pressIn(page, 'Charge back')
    await isGone(page)
    await page
      .getByRole('status')
      .getByText('Charged back. ₹500.00 were taken out of the wallet of Risky Loans')
      .waitFor()
    // The half rupee that was spent is owed.
    expect(await account.balance()).toMatchObject({ available: inr('0'), owed: inr('0.5') })
    expect(await account.call()).toEqual([403, 'ACCOUNT_SUSPENDED'])
    await opens(page, 'Charged back')
    await page.getByRole('dialog').getByText('₹0.50', { exact: true }).waitFor()
    expect(await page.getByRole('dialog').getByRole('button', { name: 'Charge back' }).count()).toBe(0)
    await page.keyboard.press('Escape')

    await demo.host.get(Funding).submitTransfer({
      ...{ accountId: account.id, environment: 'production', amount: inr('100'), rail: 'neft' },
      ...{ utr: UTR, actor: 'test' },
    })
    await page.goto(`${demo.url}/console/work/transfers`)
    await opens(page, UTR)
    await page.getByLabel('No line was compared; approve all the same').click()
    await pressIn(page, 'Approve')
    await isGone(page)
    expect(await account.balance()).toMatchObject({ available: inr('99.5'), owed: inr('0') })

    await page.goto(`${demo.url}/console/work`)
    await opens(page, 'Disputes to decide')
    await opens(page, 'Charged back')
    await page.getByRole('dialog').getByText('₹0.00', { exact: true }).waitFor()
    await pressIn(page, 'Release')
    await isGone(page)
    await page.getByRole('status').getByText('Released. Risky Loans is active again.').waitFor()
    await page.getByText('This queue is empty').waitFor()
    expect(await demo.host.get(Accounts).get(account.id)).toMatchObject({ status: 'active' })
    expect(await account.call()).toEqual([200, undefined])
    expect(await account.balance()).toMatchObject({ available: inr('99') })
    await context.close()
    expect(faults.found).toEqual([])
  })

  it('keeps its money where the operator releases the dispute, and leaves the queue where the gateway decides it', async () => {
    const [kept, lost] = [await paidBy('Calm Loans'), await paidBy('Lost Loans')]
    for (const { paymentId } of [kept, lost]) expect(await razorpay.dispute(paymentId, 'created')).toBe(200)
    const { page, context, faults } = await journeys.operator('finance', 'work/disputes')
    const second = page.getByRole('row', { name: 'Disputed' }).nth(1)
    await second.waitFor()
    await opens(page, 'Disputed')
    await page.getByRole('dialog').getByText('Calm Loans').first().waitFor()
    await pressIn(page, 'Release')
    await isGone(page)
    await second.waitFor({ state: 'detached' })
    expect(await kept.call()).toEqual([200, undefined])
    expect(await kept.balance()).toMatchObject({ available: inr('499.5') })

    expect(await razorpay.dispute(lost.paymentId, 'lost')).toBe(200)
    await page.reload()
    await opens(page, 'Charged back')
    await pressIn(page, 'Release')
    await page.getByText('This queue is empty').waitFor()
    // Nothing is left to pay with.
    expect(await lost.call()).toEqual([402, expect.any(String)])
    await context.close()
    expect(faults.found).toEqual([])
  })
})
