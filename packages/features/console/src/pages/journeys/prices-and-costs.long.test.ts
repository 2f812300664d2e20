import { fileURLToPath } from 'node:url'
import { Accounts, inr } from '@parakh/core'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTables } from '../../../../../../test/databases.ts'
import { faultsOfAccess } from '../../../test/accessibility.ts'
import { type Journeys, openJourneys, press, pressIn } from '../../../test/journey.ts'

/** To be looked at: git ignores it. */
const SHOTS = fileURLToPath(new URL('../../../../../../reports/console', import.meta.url))
const ENDPOINT = 'bank-ifsc-details'
const INDIA_MS = 19_800_000
const DAY_MS = 86_400_000

/** Removes a price of the panel that is open, and waits until nothing is open. */
async function confirmRemoval(page: Page, name: string): Promise<void> {
  await pressIn(page, name)
  await page.getByRole('dialog', { name }).getByRole('button', { name: 'Remove', exact: true }).click()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
}

describe('prices, margins and costs in the console', () => {
  let journeys: Journeys
  const ids = { head: '', north: '', shop: '', payer: '' }
  beforeAll(async () => {
    journeys = await openJourneys()
    const { host, run, clock, databaseFile } = journeys.demo
    const open = async (
      name: string,
      role: 'super_admin' | 'master_distributor' | 'retailer' | 'customer',
      parentId?: string,
    ) => (await host.get(Accounts).create({ name, role, ...(parentId !== undefined && { parentId }) })).id
    ids.head = await open('Head Office', 'super_admin')
    ids.north = await open('North Region', 'master_distributor', ids.head)
    const middle = (await host.get(Accounts).create({ name: 'Lucknow', role: 'distributor', parentId: ids.north })).id
    ids.shop = await open('Shop 12', 'retailer', middle)
    ids.payer = await open('Asha Traders', 'customer', ids.shop)
    await run('commissions.set', { account_id: ids.north, rate: '18' })
    await run('commissions.set', { account_id: ids.shop, rate: '8' })
    // What a month of production calls leaves behind.
    const today = new Date(clock.now().getTime() + INDIA_MS)
    const lastMonth = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 1, 10)
    const options = { client: 'sqlite3', filename: databaseFile } as const
    const rows = openTables({ options, drop: async () => undefined })
    const of = { environment: 'production', endpoint: ENDPOINT, key_id: 'k' } as const
    await rows('parakh_analytics_roll_up').insert({
      ...{ ...of, account_id: ids.payer, day: lastMonth / DAY_MS, outcome: 'answer', code: '' },
      ...{ calls: 1_500, charged_calls: 1_500, charged: 1_500 * inr('0.50') },
    })
    for (const [place, provider] of ['ifsc/http#0', 'ifsc/http#1', 'ifsc/http#1'].entries()) {
      const { key_id, ...attempt } = of
      const booked = { reference: `call-${place}`, account_id: ids.payer, at: clock.now().getTime() - 1_000 }
      await rows('parakh_resale_attempt').insert({
        ...{ ...attempt, ...booked, provider, operation: 'find' },
        ...{ outcome: place === 1 ? 'failed' : 'answer', cost: inr('0.10') },
      })
      await rows('parakh_call').insert({
        ...{
          ...of,
          ...booked,
          key_id,
          request_id: `r-${place}`,
          fingerprint: 'f',
          phase: 'done',
          epoch: 1,
          owner: 'o',
        },
        ...{ price_version: 'p', legs: '[]', charged: inr('0.50'), lease_until: 0 },
      })
    }
    await rows.destroy()
  })
  afterAll(() => journeys[Symbol.asyncDispose]())

  it('a super admin sets volume steps for its branch, with the effect shown before', async () => {
    const { demo } = journeys
    const { page, context, faults } = await journeys.signedIn('owner', 'prices', ids.head)
    await page.getByText('No price is set').waitFor()
    await press(page, 'Set a price')
    const panel = page.getByRole('dialog')
    await panel.getByLabel('API').selectOption(ENDPOINT)
    await panel.getByLabel('For').selectOption('role')
    await panel.getByLabel('Role').selectOption('customer')
    await panel.getByLabel('Price in rupees').fill('0.20')
    await panel.getByText('Your own price is 0.50 INR').waitFor()
    await panel.getByLabel('Price in rupees').fill('0.60')
    const effect = panel.getByRole('region', { name: 'Effect' })
    await effect.getByText('₹0.50 → ₹0.60').waitFor()
    await effect.getByText('₹750.00 → ₹900.00').waitFor()
    await effect.getByText('+₹150.00').waitFor()
    expect(await faultsOfAccess(page)).toEqual([])
    await page.screenshot({ path: `${SHOTS}/price-effect.png` })
    await pressIn(page, 'Set a price')
    await panel.waitFor({ state: 'detached' })
    await page
      .getByRole('row', { name: new RegExp(`${ENDPOINT}.*₹0\\.60`) })
      .getByRole('button')
      .click()
    await panel.getByText('From the first call').waitFor()
    await pressIn(page, 'Add a step')
    await panel.getByLabel('From calls in the month').fill('1000')
    await panel.getByLabel('Price in rupees').fill('0.55')
    await effect.getByText('₹900.00 → ₹875.00').waitFor()
    await effect.getByText('500 of 1 account').waitFor()
    expect(await faultsOfAccess(page)).toEqual([])
    await page.screenshot({ path: `${SHOTS}/price-steps.png` })
    await pressIn(page, 'Add a step')
    await panel.waitFor({ state: 'detached' })
    const row = page.getByRole('row', { name: new RegExp(`${ENDPOINT}.*from 1,000 calls a month.*₹0\\.55`) })
    await row.getByRole('button').click()
    await panel.getByText('From 1,000 calls').waitFor()
    await confirmRemoval(page, 'Remove the price from 1,000 calls')
    await row.waitFor({ state: 'detached' })
    const quote = { endpoint: ENDPOINT, account_id: ids.payer, environment: 'production' }
    expect(await demo.run('quotes.explain', quote)).toMatchObject({ price: '0.60', source: 'list' })
    await context.close()
    expect(faults.found).toEqual([])
  })

  it('a rate above the cap is refused in the simulator, and one below it shows who gains', async () => {
    const { page, context, faults } = await journeys.signedIn('owner', 'commission', ids.north)
    const simulator = page.getByRole('region', { name: 'Margin simulator' })
    await simulator.getByLabel('Retailer rate').fill('9')
    await press(page, 'Simulate')
    await simulator.getByText('The rate of a retailer is at most 8.00 %, not 9.00 %.', { exact: false }).waitFor()
    await simulator.getByLabel('Retailer rate').fill('6')
    await press(page, 'Simulate')
    await simulator.getByText('1,500 charged calls, 3 accounts below').waitFor()
    await simulator.getByRole('row', { name: 'Retailer ₹60.00 ₹45.00 −₹15.00' }).waitFor()
    await simulator.getByRole('row', { name: 'Your commission ₹75.00 ₹90.00 +₹15.00' }).waitFor()
    expect(await simulator.getByText('Margin', { exact: true }).count()).toBe(0)
    expect(await faultsOfAccess(page)).toEqual([])
    await page.screenshot({ path: `${SHOTS}/simulator.png`, fullPage: true })
    await page.setViewportSize({ width: 360, height: 800 })
    await page.screenshot({ path: `${SHOTS}/simulator-narrow.png`, fullPage: true })
    await context.close()
    expect(faults.found.filter((fault) => !fault.includes('422'))).toEqual([])
  })

  it('a price of one account, which is searched for, is set by an operator, is what the account pays, and is removed', async () => {
    const { demo } = journeys
    const { page, context, faults } = await journeys.operator('pricing', 'prices')
    await press(page, 'Set a price')
    const panel = page.getByRole('dialog')
    await panel.getByLabel('API').selectOption(ENDPOINT)
    await panel.getByLabel('For').selectOption('account')
    await panel.getByLabel('Find by name').fill('shop')
    await panel.getByRole('combobox', { name: 'Account', exact: true }).selectOption({ label: 'Shop 12 (Retailer)' })
    await panel.getByLabel('Price in rupees').fill('0.40')
    await panel.getByText('₹0.50 → ₹0.40').waitFor()
    await panel.getByText('Lowest price').waitFor()
    expect(await faultsOfAccess(page)).toEqual([])
    await pressIn(page, 'Set a price')
    const row = page.getByRole('row', { name: /bank-ifsc-details.*In force.*₹0\.40/ })
    await row.waitFor()
    const quote = { endpoint: ENDPOINT, account_id: ids.shop, environment: 'production' }
    expect(await demo.run('quotes.explain', quote)).toMatchObject({ price: '0.40', source: 'account' })
    await row.getByRole('button').click()
    await confirmRemoval(page, 'Remove the price from the first call')
    expect(await demo.run('quotes.explain', quote)).toMatchObject({ price: '0.50' })
    await context.close()
    expect(faults.found).toEqual([])
  })

  it('an operator sets a cost, sees margins by source, and compares an invoice', async () => {
    const { page, context, faults } = await journeys.operator('pricing', 'costs')
    await page.getByText('No cost is set').waitFor()
    await press(page, 'Set a cost')
    const panel = page.getByRole('dialog')
    const [, operation = ''] = await panel.getByLabel('Operation').locator('option').allTextContents()
    await panel.getByLabel('Operation').selectOption(operation)
    await panel.getByLabel('Cost of an attempt in rupees').fill('0.10')
    await pressIn(page, 'Set a cost')
    await page.getByRole('row', { name: new RegExp(`${operation}.*In force.*₹0\\.10`) }).waitFor()
    await press(page, 'Work out')
    await page.getByRole('table', { name: 'By source' }).waitFor()
    await page.getByRole('row', { name: `ifsc/http#1 ${ENDPOINT} 2 1 ₹0.20 ₹0.20` }).waitFor()
    await page.getByRole('row', { name: `${ENDPOINT} 3 ₹1.50 ₹0.00 ₹0.30 ₹1.20` }).waitFor()
    await page.getByLabel('Provider', { exact: false }).first().fill('ifsc')
    const csv = 'reference,amount\ncall-0,0.10\nstranger,0.10\n'
    await page.getByLabel('CSV file').setInputFiles({ name: 'i.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    const reconcile = page.getByRole('region', { name: 'Compare an invoice' })
    const thisMonth = await page.getByRole('region', { name: 'Margins of a month' }).getByLabel('Month').inputValue()
    await reconcile.getByLabel('Month').selectOption(thisMonth)
    await press(page, 'Compare')
    await reconcile.getByText('1 call matches, of 2 lines.', { exact: false }).waitFor()
    await reconcile.getByRole('row', { name: 'No such attempt stranger ₹0.10 ₹0.00' }).waitFor()
    await reconcile.getByRole('row', { name: 'Not invoiced call-1 ₹0.00 ₹0.10' }).waitFor()
    expect(await faultsOfAccess(page)).toEqual([])
    await page.screenshot({ path: `${SHOTS}/costs.png`, fullPage: true })
    await page.setViewportSize({ width: 360, height: 800 })
    await page.screenshot({ path: `${SHOTS}/costs-narrow.png`, fullPage: true })
    await context.close()
    expect(faults.found).toEqual([])
  })
})
