import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Journeys, openJourneys, press } from '../../../test/journey.ts'

const DIALOG = 'dialog'

describe('what people see of their calls and of the money of each', () => {
  let journeys: Journeys
  beforeAll(async () => {
    journeys = await openJourneys()
  })
  afterAll(() => journeys[Symbol.asyncDispose]())

  it('a failed call, found by its status, says why it cost nothing, and focus returns to its row', async () => {
    const { page, context } = await journeys.signedIn('developer', 'usage')
    await page.getByLabel('Outcome').selectOption({ label: 'Failed' })
    await page.getByRole('cell', { name: 'Answered' }).first().waitFor({ state: 'detached' })
    const [, status = ''] = /^(\d+)/.exec((await page.getByRole('cell', { name: /^5\d\d/ }).first().textContent()) ?? '') ?? []
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
    expect(await page.evaluate('document.activeElement?.closest("tr") !== null')).toBe(true)
    expect(new URL(page.url()).searchParams.get('status')).toBe(status)
    await context.close()
  })

  it('a charged call leads to its entry in the wallet, and the entry back to the call', async () => {
    const { page, context, faults } = await journeys.signedIn('developer', 'usage?outcome=answer')
    await page.getByRole('row').nth(1).getByRole('button').click()
    const panel = page.getByRole(DIALOG)
    await panel.getByText('A step of test credit', { exact: false }).waitFor({ state: 'detached' })
    await panel.getByText('the price was taken from the test credit', { exact: false }).waitFor()
    await panel.getByText('Held').waitFor()
    const requestId = (await panel.getByRole('button', { name: 'Copy Request id' }).locator('..').textContent()) ?? ''
    await panel.getByRole('link', { name: 'Wallet entry' }).click()
    await page.getByText('One entry is shown.').waitFor()
    const entries = page.getByRole('table', { name: 'Entries' })
    await entries.getByRole('link', { name: requestId }).click()
    await page.getByRole(DIALOG).getByText(requestId, { exact: true }).waitFor()
    expect(faults.found).toEqual([])
    await context.close()
  })

  it('entries of one kind alone, and all of them again', async () => {
    const { page, context } = await journeys.signedIn('viewer', 'wallet')
    const entries = page.getByRole('table', { name: 'Entries' })
    await page.getByLabel('Kind of entry').selectOption('credit')
    await entries.getByRole('cell', { name: /^Charge/ }).first().waitFor({ state: 'detached' })
    await entries.getByRole('cell', { name: '+₹100.00' }).waitFor()
    await page.getByLabel('Kind of entry').selectOption('')
    await entries.getByRole('cell', { name: /^Charge/ }).first().waitFor()
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

  it('days without calls are empty, a key has its own calls, and live shows a call without a reload', async () => {
    const { page, context } = await journeys.signedIn('developer', 'usage')
    await page.getByLabel('Period').selectOption({ label: 'From day to day' })
    await page.getByLabel('First day').fill('2020-01-01')
    await page.getByLabel('Last day').fill('2020-01-02')
    await page.getByText('No requests here').waitFor()
    expect(new URL(page.url()).searchParams.get('until')).toBe('2020-01-02')
    await page.getByLabel('Period').selectOption({ label: 'Today' })
    await page.getByLabel('Key').selectOption({ label: await labelOf('Night batch') })
    await page.getByText('No requests here').waitFor()
    await page.getByLabel('Key').selectOption('')
    await page.getByRole('row').nth(1).waitFor()
    await page.getByText('Live', { exact: true }).click()
    await journeys.call('live-1')
    await page.getByLabel('Request id').fill('live-1')
    await press(page, 'Find')
    await page.getByRole('cell', { name: '₹0.50' }).waitFor()
    await context.close()

    async function labelOf(label: string): Promise<string> {
      const options = await page.getByLabel('Key').locator('option').allTextContents()
      return options.find((option) => option.startsWith(label)) ?? label
    }
  })
})
