import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { type Journeys, openJourneys, press } from '../../../test/journey.ts'

const DIALOG = 'dialog'
const Made = z.object({ key_id: z.string(), api_key: z.string(), api_secret: z.string() })

describe('what people see of their calls and of the money of each', () => {
  let journeys: Journeys
  beforeAll(async () => {
    journeys = await openJourneys()
    await journeys.demo.fill()
  })
  afterAll(() => journeys[Symbol.asyncDispose]())

  it('a failed call, found by its status, says why it cost nothing, and focus returns to its row', async () => {
    const { page, context } = await journeys.signedIn('developer', 'usage')
    await page.getByLabel('Result').selectOption({ label: 'Failed' })
    await page.getByRole('cell', { name: 'Answered' }).first().waitFor({ state: 'detached' })
    const [, status = ''] =
      /(5\d\d)/.exec((await page.getByRole('cell', { name: 'Failed · 5' }).first().textContent()) ?? '') ?? []
    await page.getByLabel('Status').selectOption(status)
    const row = page.getByRole('row').nth(1).getByRole('button')
    await row.focus()
    await page.keyboard.press('Enter')
    const panel = page.getByRole(DIALOG)
    await panel.getByText('The source failed or did not answer in time.', { exact: false }).waitFor()
    const steps = panel.getByRole('list', { name: 'What happened to the money' }).getByRole('listitem')
    expect(await steps.allTextContents()).toEqual([
      expect.stringMatching(/^Held₹0\.50/),
      expect.stringMatching(/^Released₹0\.50/),
    ])
    await panel.getByText('₹0.00').waitFor()
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    // Focus returns once the panel has closed.
    await page.locator('tr button:focus').waitFor()
    expect(new URL(page.url()).searchParams.get('status')).toBe(status)
    await context.close()
  })

  it('a charged call leads to its entry in the wallet, and the entry back to the call', async () => {
    const { page, context, faults } = await journeys.signedIn('developer', 'usage?outcome=answer')
    await page.getByRole('row').nth(1).getByRole('button').click()
    const panel = page.getByRole(DIALOG)
    await panel.getByText('the price was taken from the test credit', { exact: false }).waitFor()
    await panel.getByText('Held').waitFor()
    const requestId = (await panel.getByRole('button', { name: 'Copy Request id' }).locator('..').textContent()) ?? ''
    await panel.getByRole('link', { name: 'Wallet entry' }).click()
    await page.getByText('One transaction is shown.').waitFor()
    const entries = page.getByRole('table', { name: 'Transactions' })
    await entries.getByRole('link', { name: requestId }).click()
    await page.getByRole(DIALOG).getByText(requestId, { exact: true }).waitFor()
    expect(faults.found).toEqual([])
    await context.close()
  })

  it('entries of one kind alone, and all of them again', async () => {
    const { page, context } = await journeys.signedIn('viewer', 'wallet')
    const entries = page.getByRole('table', { name: 'Transactions' })
    await page.getByLabel('Kind of transaction').selectOption('credit')
    await entries
      .getByRole('cell', { name: /^Charge/ })
      .first()
      .waitFor({ state: 'detached' })
    await entries.getByRole('cell', { name: '+₹100.00' }).waitFor()
    await page.getByLabel('Kind of transaction').selectOption('')
    await entries
      .getByRole('cell', { name: /^Charge/ })
      .first()
      .waitFor()
    await context.close()
  })

  it('the file has the rows of the page, by the same filters', async () => {
    const { page, context } = await journeys.signedIn('developer', 'usage?outcome=replay')
    const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'Download CSV')])
    const [heading = '', ...lines] = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
    const column = heading.split(',').indexOf('request_id')
    const shown = (await page.getByRole('row').count()) - 1
    expect(shown).toBeGreaterThan(0)
    expect(lines.map((line) => line.split(',')[column])).toEqual(Array.from({ length: shown }, () => 'loan-4711'))
    await context.close()
  })

  it('the key of a call leads to its other calls, in sight', async () => {
    const { page, context } = await journeys.signedIn('developer', 'usage?outcome=answer')
    await page.getByRole('row').nth(1).getByRole('button').click()
    const panel = page.getByRole(DIALOG)
    await panel.getByRole('link', { name: /^Loan desk/ }).click()
    await panel.waitFor({ state: 'detached' })
    await page.getByRole('cell', { name: 'Refused · 422' }).waitFor()
    expect(await page.getByLabel('Key').locator('option:checked').textContent()).toMatch(/^Loan desk/)
    await context.close()
  })

  it('an account with too many calls for hours sees the days of a week for today', async () => {
    const { page, context } = await journeys.signedIn('developer')
    const answer = { error: { code: 'ANALYTICS_HOURS_TOO_MANY', message: 'Those days have more than 20000 rows' } }
    await page.route(/analytics\?.*by=hour/, (route) => route.fulfill({ status: 422, json: answer }))
    await page.goto(`${journeys.demo.url}/console/analytics?days=1`)
    await page.getByText('There are too many calls today for figures by hour', { exact: false }).waitFor()
    const chart = page.getByRole('img', { name: /^Calls per day\./ })
    expect(((await chart.getAttribute('aria-label')) ?? '').split(';')).toHaveLength(7)
    expect(await page.getByText('This could not be loaded').count()).toBe(0)
    await context.close()
  })

  it('figures are of one key where it is chosen, by how calls ended; a code leads to its calls', async () => {
    const { page, context } = await journeys.signedIn('viewer', 'analytics?days=1')
    const chart = page.getByRole('img', { name: /^Calls per hour\./ })
    await chart.waitFor()
    expect(await chart.getAttribute('aria-label')).toMatch(/Answered \d+, No record 1, Refused 1, Failed 1/)
    const nightBatch = page.getByLabel('Key', { exact: true }).locator('option', { hasText: 'Night batch' })
    await page.getByLabel('Key', { exact: true }).selectOption(await nightBatch.getAttribute('value'))
    await page.getByText('No calls in this period').waitFor()
    await page.getByLabel('Key', { exact: true }).selectOption('')
    await page.getByRole('table', { name: 'Why calls gave no data' }).getByRole('button', { name: 'UPSTREAM' }).click()
    await page.getByRole('heading', { level: 1, name: 'Usage log' }).waitFor()
    await page.getByRole('cell', { name: 'Failed · 503' }).waitFor()
    expect(new URL(page.url()).searchParams.get('outcome')).toBe('failed')
    await context.close()
  })

  it('days without calls say so, with the days in the address', async () => {
    const { page, context } = await journeys.signedIn('developer', 'usage')
    await page.getByLabel('Period').selectOption({ label: 'From day to day' })
    await page.getByLabel('First day').fill('2020-01-01')
    await page.getByLabel('Last day').fill('2020-01-02')
    await page.getByText('No calls here').waitFor()
    const { searchParams } = new URL(page.url())
    expect([searchParams.get('from'), searchParams.get('until')]).toEqual(['2020-01-01', '2020-01-02'])
    await context.close()
  })

  it('a key has its own calls, and live shows a new one by itself', async () => {
    const { demo } = journeys
    const asked = { account_id: demo.accountId, environment: 'sandbox', label: 'Live desk' }
    const key = Made.parse(await demo.run('keys.create', asked))
    const { page, context } = await journeys.signedIn('developer', 'usage')
    await page.getByLabel('Key').selectOption(key.key_id)
    expect(await page.getByLabel('Key').locator('option:checked').textContent()).toMatch(/^Live desk/)
    await page.getByText('No calls here').waitFor()
    await page.getByRole('switch', { name: 'Live' }).click()
    const headers = { 'x-api-key': key.api_key, 'x-api-secret': key.api_secret }
    await fetch(`${demo.url}/api/v1/bank-ifsc-details?ifsc=KKBK0000261`, { headers })
    await page.getByRole('cell', { name: '₹0.50' }).waitFor()
    await context.close()
  })
})
