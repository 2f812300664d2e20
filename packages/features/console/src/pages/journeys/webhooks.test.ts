import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifiedType, type WebhookReceiver, webhookReceiver } from '../../../../../../test/webhook-receiver.ts'
import { choose, type Journeys, openJourneys, press, pressIn, store } from '../../../test/journey.ts'

describe('what people do about webhooks in the console', () => {
  let journeys: Journeys
  let receiver: WebhookReceiver
  beforeAll(async () => {
    receiver = await webhookReceiver()
    journeys = await openJourneys()
  })
  afterAll(async () => {
    await journeys[Symbol.asyncDispose]()
    await receiver[Symbol.asyncDispose]()
  })

  /** Chooses an entry of the endpoint's menu. */
  async function chooseEntry(page: Page, entry: string): Promise<void> {
    await press(page, 'Actions')
    await page.getByRole('menuitem', { name: entry, exact: true }).click()
  }
  const stateOf = (page: Page, type: string, state: string) =>
    page.getByRole('row', { name: new RegExp(`${type}.*${state}`) }).first()

  it('an endpoint is added, a failed event seen with what was answered, sent again, replayed by count, and its secret rotated with both signing', async () => {
    const { page, context, faults } = await journeys.signedIn('developer', 'webhooks')
    await page.getByRole('button', { name: 'Create webhook endpoint' }).first().click()
    await page.getByLabel('URL').fill(receiver.url)
    await page.getByLabel('webhook.test').check()
    await page.getByLabel('key.created').check()
    await pressIn(page, 'Create webhook endpoint')
    const [secret = ''] = await store(page)
    expect(secret).toMatch(/^whsec_/)
    await page.getByRole('table', { name: 'Webhooks' }).getByRole('button', { name: receiver.url }).click()

    receiver.answer(500)
    await press(page, 'Send test event')
    await stateOf(page, 'webhook.test', 'Retrying').getByRole('button').click()
    const panel = page.getByRole('dialog')
    await panel.getByText('noted').first().waitFor()
    await panel.getByText('Next attempt:').waitFor()
    await panel.getByText('webhook-signature', { exact: false }).waitFor()
    await panel.getByText('"type": "webhook.test"', { exact: false }).waitFor()
    // What is copied is what was signed, not the form that is easier to read.
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await pressIn(page, 'Copy Request body')
    await expect
      .poll(() => page.evaluate('navigator.clipboard.readText()'))
      .toBe(receiver.postings.find(({ body }) => body.includes('webhook.test'))?.body)
    receiver.answer(200)
    await pressIn(page, 'Send again')
    await panel.getByText('The event is on its way again.').waitFor()
    await panel.getByText('Delivered').waitFor()
    await page.keyboard.press('Escape')
    await stateOf(page, 'webhook.test', 'Delivered').waitFor()

    await chooseEntry(page, 'Disable')
    await page.getByText('We send nothing to this webhook endpoint', { exact: false }).waitFor()
    const { demo } = journeys
    for (const label of ['one', 'two', 'three'])
      await demo.run('keys.create', { account_id: demo.accountId, environment: 'sandbox', label })
    await page.getByLabel('Status', { exact: true }).selectOption('failed')
    await page
      .getByRole('row', { name: /key.created.*Failed/ })
      .nth(2)
      .waitFor()
    expect(page.url()).toContain('status=failed')
    await press(page, 'Enable')
    await chooseEntry(page, 'Replay events')
    await pressIn(page, 'Count events')
    await panel.getByText('3 events will be sent again').waitFor()
    expect(receiver.postings.filter(({ body }) => body.includes('key.created'))).toEqual([])
    await pressIn(page, 'Send 3 again')
    await panel.waitFor({ state: 'detached' })
    await press(page, 'Clear filters')
    await page
      .getByRole('row', { name: /key.created.*Delivered/ })
      .nth(2)
      .waitFor()

    await chooseEntry(page, 'Rotate secret')
    await pressIn(page, 'Rotate secret')
    const [next = ''] = await store(page)
    await page.getByText('Requests are also signed with the old secret until').waitFor()
    const before = receiver.postings.length
    await press(page, 'Send test event')
    await expect.poll(() => receiver.postings.length, { timeout: 60_000 }).toBeGreaterThan(before)
    const posting = receiver.postings[before]
    if (!posting) throw new Error('nothing was posted')
    expect([secret, next].map((one) => verifiedType(one, posting))).toEqual(['webhook.test', 'webhook.test'])
    expect(faults.found).toEqual([])
    await context.close()
  })

  it('the list says of each webhook endpoint when it was last sent to and what it answered, and does what its page does', async () => {
    const { demo, signedIn } = journeys
    const { accountId } = await demo.newAccount('Own hooks')
    const sandbox = { account_id: accountId, environment: 'sandbox' }
    await demo.run('webhooks.create', { ...sandbox, url: receiver.url, events: ['webhook.test'] })
    const { page, context, faults } = await signedIn('developer', 'webhooks', accountId)
    const { host } = new URL(receiver.url)
    const row = page.getByRole('table', { name: 'Webhooks' }).getByRole('row').nth(1)
    await row.getByText('None yet').waitFor()
    receiver.answer(503)
    await choose(page, host, 'Send test event')
    await row.getByText('Answered 503').waitFor()
    await row.getByText('Failing').waitFor()
    await row.getByText('No delivery since').waitFor()
    receiver.answer(200)
    await choose(page, host, 'Send test event')
    await row.getByText('Answered 200').waitFor()
    await choose(page, host, 'Disable')
    await row.getByText('Disabled on request').waitFor()
    await choose(page, host, 'Delete')
    await pressIn(page, 'Delete')
    await page.getByText('No webhook endpoints yet').waitFor()
    expect(faults.found).toEqual([])
    await context.close()
  })
})
