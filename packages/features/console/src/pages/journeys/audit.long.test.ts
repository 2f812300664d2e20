import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Journeys, openJourneys, press, pressIn } from '../../../test/journey.ts'

describe('the audit log in the console', () => {
  let journeys: Journeys
  beforeAll(async () => {
    journeys = await openJourneys()
  })
  afterAll(() => journeys[Symbol.asyncDispose]())

  it('says who did what by name, finds it by person, action and period, and keeps ids for the details', async () => {
    const { demo, open } = journeys
    const { accountId } = await demo.newAccount('Audited Lending')
    const { page, context, faults } = await open()
    await page.goto(await demo.linkFor({ email: 'auditor@second.example', role: 'owner', accountId }))
    await page.getByLabel('Your name').fill('Asha Rao')
    await press(page, 'Accept the invitation')
    await page.getByRole('heading', { name: 'Welcome, Asha Rao' }).waitFor()
    await page.goto(`${demo.url}/console/keys`)
    await page.getByRole('main').getByRole('button', { name: 'Create key' }).first().click()
    await page.getByRole('dialog').getByLabel('Name').fill('Loan desk')
    await pressIn(page, 'Create key')
    await page.goto(`${demo.url}/console/audit`)
    const row = page.getByRole('row').filter({ hasText: 'Created an API key' })
    await row.waitFor()
    expect(await row.innerText()).toMatch(/Asha Rao\s+API key Loan desk$/)
    expect(await page.getByRole('table').innerText()).not.toMatch(/person:|key\.create|01[A-Z0-9]{24}/)

    await page.getByLabel('Action').selectOption({ label: 'Accepted an invitation' })
    await row.waitFor({ state: 'detached' })
    await page.getByRole('cell', { name: 'Accepted an invitation' }).waitFor()
    await page.getByLabel('Action').selectOption({ label: 'Created an API key' })
    await page.getByLabel('Person').selectOption({ label: 'Asha Rao' })
    await page.getByLabel('Period').selectOption({ label: 'Today' })
    await row.waitFor()
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toMatchObject({ action: 'key.create', days: '1' })
    const file = page.waitForEvent('download')
    await press(page, 'Download CSV')
    const csv = readFileSync((await (await file).path()) ?? '', 'utf8')
      .trim()
      .split('\n')
    expect(csv).toHaveLength(2)
    expect(csv[1]).toContain('key.create')
    await row.getByText('Loan desk').click()
    const panel = page.getByRole('dialog', { name: 'Created an API key' })
    await panel.getByText('key.create', { exact: true }).waitFor()
    await panel.getByText(/^person:/).waitFor()
    expect(faults.found).toEqual([])
    await context.close()
  })

  it('of another account of the same person shows nothing of the first, also right after the change', async () => {
    const { demo, open } = journeys
    const [one, other] = [await demo.newAccount('First Lending'), await demo.newAccount('Other Lending')]
    await demo.run('keys.create', { account_id: one.accountId, environment: 'sandbox', label: 'Of the first alone' })
    const { page, context, faults } = await open()
    for (const { accountId } of [one, other]) {
      await page.goto(await demo.linkFor({ email: 'both@second.example', role: 'owner', accountId }))
      await press(page, 'Accept the invitation')
      await page.getByRole('heading', { level: 1, name: /Home|Welcome/ }).waitFor()
    }
    await page.goto(`${demo.url}/console/audit?account=${one.accountId}`)
    const key = page.getByRole('row').filter({ hasText: 'Of the first alone' })
    await key.waitFor()
    await press(page, 'First Lending, Account')
    await page.getByRole('menuitem', { name: 'Other Lending' }).click()
    await page.getByRole('button', { name: 'Other Lending, Account' }).waitFor()
    await page.getByRole('navigation').getByRole('link', { name: 'Audit log' }).click()
    await page.getByRole('row').filter({ hasText: 'Accepted an invitation' }).first().waitFor()
    expect(await key.count()).toBe(0)
    expect(faults.found).toEqual([])
    await context.close()
  })
})
