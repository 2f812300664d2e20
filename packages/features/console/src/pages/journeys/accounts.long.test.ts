import { fileURLToPath } from 'node:url'
import { Accounts, inr, Wallet } from '@parakh/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { faultsOfAccess } from '../../../test/accessibility.ts'
import { settled } from '../../../test/console-browser.ts'
import { choose, enterInvitation, type Journeys, openJourneys, press, pressIn } from '../../../test/journey.ts'
import { answerLate, observeShifts, shiftsOf } from '../../../test/layout-shift.ts'

/** To be looked at: git ignores it. */
const SHOTS = fileURLToPath(new URL('../../../../../../reports/console', import.meta.url))
/** A hundredth of what the field calls good. */
const LARGEST_SHIFT = 0.001
const Entries = z.object({ items: z.array(z.object({ after: z.record(z.string(), z.unknown()) })) })
const PARTS = [
  ...['Account', 'Plan', 'Prices of this account', 'Sandbox API keys', 'Latest calls', 'Transactions', 'Top-ups'],
  ...['Webhook endpoints', 'Orders', 'People', 'Audit log'],
]

describe('the page of an account', () => {
  let journeys: Journeys
  let resellerId: string
  let customerId: string
  beforeAll(async () => {
    journeys = await openJourneys()
    const { host, fill } = journeys.demo
    await fill()
    const accounts = host.get(Accounts)
    resellerId = (await accounts.create({ name: 'Bright Resale', role: 'retailer' })).id
    customerId = (await accounts.create({ name: 'Corner Loans', role: 'customer', parentId: resellerId })).id
    const credit = { environment: 'production', amount: inr('30000'), reference: 'first', actor: 'test' } as const
    await host.get(Wallet).credit({ accountId: customerId, ...credit })
  })
  afterAll(() => journeys[Symbol.asyncDispose]())

  it('has all of an account for an operator, who finds it by a key and an address, wide and narrow, light and dark', async () => {
    const { demo } = journeys
    const { items } = Object(await demo.run('keys.list', { account_id: demo.accountId }))
    const { page, context, faults } = await journeys.operator('admin', 'accounts')
    await demo.run('people.invite', { email: 'owner@acme.example', role: 'owner', account_id: demo.accountId })
    await page.getByLabel('Find by name').fill(items[0].api_key)
    await page.getByRole('row', { name: 'Acme Lending' }).getByRole('button').click()
    await page.getByRole('heading', { level: 1, name: 'Acme Lending' }).waitFor()
    // What is paid for comes first; the demonstration is in the sandbox.
    await page.getByRole('heading', { level: 2, name: 'Production API keys' }).waitFor()
    await page.getByRole('radiogroup', { name: 'Environment' }).getByText('Sandbox').click()
    await page.getByRole('heading', { level: 2, name: 'Sandbox API keys' }).waitFor()
    await settled(page)
    const titles = await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()
    for (const part of PARTS) expect(titles.join(', ')).toContain(part)
    await page
      .getByRole('row', { name: /bank-ifsc-details.*Answered/ })
      .first()
      .getByRole('button')
      .first()
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Refund', exact: true }).waitFor()
    await page.keyboard.press('Escape')
    const calls = page.getByRole('region', { name: 'Latest calls' })
    expect(await calls.locator('tbody tr').count()).toBe(5)
    await calls.getByRole('button').last().click()
    await expect.poll(() => calls.locator('tbody tr').count()).toBeGreaterThan(5)
    const hooks = page.getByRole('region', { name: 'Webhook endpoints' })
    await hooks
      .getByText(/Answered \d{3}/)
      .first()
      .waitFor()
    for (const [width, colorScheme] of [
      [1280, 'light'],
      [1280, 'dark'],
      [360, 'light'],
      [360, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme })
      const beyond = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
      expect([width, beyond]).toEqual([width, 0])
      expect(await faultsOfAccess(page)).toEqual([])
      await page.screenshot({ path: `${SHOTS}/account-${width}-${colorScheme}.png`, fullPage: true })
    }
    await context.close()
    expect(faults.found).toEqual([])
  })

  it('is suspended for a reason, which its page and its audit log have, and made active again', async () => {
    const { page, context, faults } = await journeys.operator('admin', `accounts/${customerId}`)
    const dialog = page.getByRole('dialog')
    await press(page, 'Suspend')
    await dialog.getByText('Corner Loans').waitFor()
    await dialog.getByText('₹30,000.00').waitFor()
    // Without a reason nothing is sent.
    await pressIn(page, 'Suspend')
    expect(await journeys.demo.run('accounts.get', { account_id: customerId })).toMatchObject({ status: 'active' })
    expect(await faultsOfAccess(page)).toEqual([])
    await page.screenshot({ path: `${SHOTS}/account-suspend.png` })
    await page.getByLabel('Reason').fill('Letter 88/2026')
    await pressIn(page, 'Suspend')
    await dialog.waitFor({ state: 'detached' })
    const facts = page.getByRole('region', { name: 'Account', exact: true })
    await facts.getByText('Suspended', { exact: true }).waitFor()
    await facts.getByText('Letter 88/2026').waitFor()
    await settled(page)
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await faultsOfAccess(page)).toEqual([])
      await page.screenshot({ path: `${SHOTS}/account-suspended-${width}.png`, fullPage: true })
    }
    await press(page, 'Make active')
    await page.getByLabel('Reason').fill('Letter 91/2026')
    await pressIn(page, 'Make active')
    await facts.getByText('Active', { exact: true }).waitFor()
    const { items } = Entries.parse(
      await journeys.demo.run('audit.list', { subject: `account/${customerId}`, limit: 2 }),
    )
    expect(items.map(({ after }) => after)).toEqual([
      { status: 'active', reason: 'Letter 91/2026' },
      { status: 'suspended', reason: 'Letter 88/2026' },
    ])
    await context.close()
    expect(faults.found).toEqual([])
  })

  it('moves nothing while its parts arrive, filled and empty, wide and narrow', async () => {
    const { demo } = journeys
    const { page, context } = await journeys.operator('support', 'accounts')
    await observeShifts(page)
    await answerLate(page)
    for (const width of [1280, 360])
      for (const id of [demo.accountId, customerId, resellerId]) {
        await page.setViewportSize({ width, height: 900 })
        await page.goto(`${demo.url}/console/accounts/${id}`)
        await settled(page)
        const large = (await shiftsOf(page)).filter(({ value }) => value > LARGEST_SHIFT)
        expect([width, id, large]).toEqual([width, id, []])
      }
    await context.close()
  })

  it('lets an operator assign a plan, which the plans page counts', async () => {
    const { page, context, faults } = await journeys.operator('pricing', `accounts/${customerId}`)
    await page.getByLabel('Plan for Corner Loans').selectOption('starter')
    await press(page, 'Assign the plan')
    const dialog = page.getByRole('dialog', { name: 'Assign Starter to Corner Loans' })
    await dialog.getByText('Corner Loans pays: the first month from its production wallet now').waitFor()
    await pressIn(page, 'Assign Starter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByText(/^Renews on/).waitFor()
    await page.getByRole('link', { name: 'Plans', exact: true }).click()
    await page.getByRole('row', { name: /Starter.*1.*₹999/ }).waitFor()
    await page.getByRole('row', { name: /Corner Loans.*Active/ }).waitFor()
    expect(await faultsOfAccess(page)).toEqual([])
    await page.screenshot({ path: `${SHOTS}/operator-plans.png`, fullPage: true })
    await context.close()
    expect(faults.found).toEqual([])
  })

  it('is of a reseller for accounts below it alone, where it invites people', async () => {
    const { demo } = journeys
    const { page, context, faults } = await journeys.signedIn('owner', `accounts/${customerId}`, resellerId)
    await page.getByRole('heading', { level: 1, name: 'Corner Loans' }).waitFor()
    expect(await page.getByRole('button', { name: 'See the console as this account' }).count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Assign the plan' }).count()).toBe(0)
    await press(page, 'Invite a person')
    await page.getByLabel('E-mail address').fill('ravi@corner.example')
    await page.getByLabel('Role', { exact: true }).selectOption('owner')
    await pressIn(page, 'Invite a person')
    await page.getByText('We sent an invitation to ravi@corner.example.').waitFor()
    expect(await demo.invitationFor('ravi@corner.example')).toMatch(/#inv_/)
    await page.screenshot({ path: `${SHOTS}/account-of-reseller.png`, fullPage: true })
    await page.goto(`${demo.url}/console/accounts/${demo.accountId}`)
    await page.getByRole('heading', { level: 1, name: 'This page is not here' }).waitFor()
    await context.close()
    expect(faults.found).toEqual([])
  })

  it('an operator invites another one, changes its role, and sees who made each credential', async () => {
    const { demo } = journeys
    const { page, context, faults } = await journeys.operator('admin', 'team')
    expect(await page.getByText('@acme.example').count()).toBe(0)
    await press(page, 'Invite a person')
    await page.getByLabel('E-mail address').fill('meera@ours.example')
    await page.getByLabel('Role', { exact: true }).selectOption('kyc')
    await pressIn(page, 'Invite a person')
    await page.getByText('We sent an invitation to meera@ours.example.').waitFor()
    const other = await journeys.open()
    await enterInvitation(journeys.demo, other.page, { email: 'meera@ours.example' })
    await other.page.getByRole('button', { name: 'Set up' }).waitFor()
    await other.context.close()
    await page.reload()
    await page.getByRole('row', { name: /meera.*KYC/ }).waitFor()
    await choose(page, 'meera', 'Change role')
    await page.getByLabel('Role', { exact: true }).selectOption('support')
    await pressIn(page, 'Save')
    await page.getByRole('row', { name: /meera.*Support/ }).waitFor()
    expect(await faultsOfAccess(page)).toEqual([])
    await page.screenshot({ path: `${SHOTS}/operator-team.png`, fullPage: true })
    await demo.run('admin.tokens.create', { name: 'nightly', scopes: ['keys:read'] })
    await page.getByRole('link', { name: 'API tokens' }).click()
    await page.getByRole('row', { name: /nightly.*On the machine/ }).waitFor()
    expect(await faultsOfAccess(page)).toEqual([])
    await page.screenshot({ path: `${SHOTS}/operator-tokens.png`, fullPage: true })
    await context.close()
    expect(faults.found).toEqual([])
  })
})
