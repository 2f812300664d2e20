import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { type WebhookReceiver, webhookReceiver } from '../../../../../../test/webhook-receiver.ts'
import { type Journeys, openJourneys, press } from '../../../test/journey.ts'

const PATIENCE = { timeout: 30_000, interval: 50 }
const Made = z.object({ id: z.string() })

describe('what needs an act', () => {
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

  const bell = (page: Page, count: number) =>
    page.getByRole('button', { name: count === 0 ? 'Alerts: nothing needs you' : `Alerts: ${count}` })

  it('a webhook endpoint that was disabled is in the bell and on Home, leads to its page, and is gone once it is enabled', async () => {
    const { demo } = journeys
    const { page, context, faults } = await journeys.signedIn('developer')
    await bell(page, 0).click()
    await page.getByText('Nothing needs you.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('Nothing needs you.').waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate('document.activeElement.title')).toBe('Alerts: nothing needs you')

    receiver.answer(410)
    const endpoint = { account_id: demo.accountId, environment: 'production', url: receiver.url }
    const { id: endpoint_id } = Made.parse(await demo.run('webhooks.create', endpoint))
    await demo.run('webhooks.test', { endpoint_id })
    await expect
      .poll(() => demo.run('webhooks.get', { endpoint_id }), PATIENCE)
      .toMatchObject({ disabled_reason: 'GONE' })
    await page.reload()
    const sentence = `Webhook endpoint at ${new URL(receiver.url).host} was disabled: it answered 410.`
    await page.getByRole('region', { name: 'Needs you' }).getByRole('link', { name: sentence }).waitFor()
    await bell(page, 1).focus()
    await page.keyboard.press('Enter')
    const link = page.getByRole('dialog', { name: 'Alerts: 1' }).getByRole('link', { name: sentence })
    await link.waitFor()
    await expect.poll(() => page.evaluate('document.activeElement.closest("[role=dialog]") !== null')).toBe(true)
    await link.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor()
    expect(new URL(page.url()).searchParams.get('environment')).toBe('production')
    await press(page, /^Actions: 127/)
    await page.getByRole('menuitem', { name: 'Enable', exact: true }).click()
    await bell(page, 0).waitFor()
    await context.close()
    expect(faults.found).toEqual([])
  })

  it('a person chooses on the page Security which alerts are mailed, and when not', async () => {
    const { page, context, faults } = await journeys.signedIn('admin', 'security')
    const mails = page.getByRole('region', { name: 'Alerts by e-mail' })
    await mails.getByText('What is mailed to you about Acme Lending.').waitFor()
    expect(await mails.getByLabel('Mail me alerts').isChecked()).toBe(true)
    await mails.getByLabel('Webhook endpoint was disabled').uncheck()
    await mails.getByLabel('Language of mails').selectOption('हिन्दी')
    await mails.getByRole('switch', { name: 'Quiet hours' }).check()
    await mails.getByRole('textbox', { name: 'From' }).fill('21:30')
    await mails.getByRole('button', { name: 'Save alerts' }).click()
    await mails.getByText('Saved').waitFor()
    await page.reload()
    await mails.getByRole('textbox', { name: 'From' }).waitFor()
    expect(await mails.getByRole('textbox', { name: 'From' }).inputValue()).toBe('21:30')
    expect(await mails.getByLabel('Webhook endpoint was disabled').isChecked()).toBe(false)
    expect(await mails.getByLabel('Balance is low').isChecked()).toBe(true)
    expect(await mails.getByLabel('Language of mails').inputValue()).toBe('hi')
    await context.close()
    expect(faults.found).toEqual([])
  })
})
