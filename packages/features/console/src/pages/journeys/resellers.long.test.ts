import { Accounts, AdminTokens, inr, Keys, Wallet } from '@parakh/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { faultsOfAccess } from '../../../test/accessibility.ts'
import { settled } from '../../../test/console-browser.ts'
import { type Journeys, openJourneys, press, pressIn } from '../../../test/journey.ts'

const Proof = z.object({ name: z.string(), value: z.string() })

describe('what resellers do in the console', () => {
  let journeys: Journeys
  let resellerId: string
  beforeAll(async () => {
    journeys = await openJourneys()
    const { host } = journeys.demo
    resellerId = (await host.get(Accounts).create({ name: 'Bright Resale', role: 'retailer' })).id
    const credit = { environment: 'production', amount: inr('10000'), reference: 'first', actor: 'test' } as const
    await host.get(Wallet).credit({ accountId: resellerId, ...credit })
  })
  afterAll(() => journeys[Symbol.asyncDispose]())

  it('a customer is opened with its owner invited, gets credit with both balances shown before, and is suspended', async () => {
    const { demo } = journeys
    const { page, context, faults } = await journeys.signedIn('owner', 'accounts?environment=production', resellerId)
    // Home stays the first page, also of who has accounts below.
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: /Welcome/ }).waitFor()
    await settled(page)
    await page.getByRole('heading', { level: 1, name: /Welcome/ }).waitFor()
    await page.getByRole('link', { name: 'Accounts' }).click()
    await page.getByText('No account', { exact: true }).waitFor()
    await press(page, 'Open an account')
    await page.getByRole('dialog').getByLabel('Account').fill('Corner Loans')
    await page.getByLabel('E-mail of its owner').fill('corner@loans.example')
    await pressIn(page, 'Open an account')
    await page.getByText('Corner Loans is open. corner@loans.example was invited.').waitFor()
    expect(await demo.invitationFor('corner@loans.example')).toMatch(/#inv_/)
    expect(await faultsOfAccess(page)).toEqual([])

    const row = page.getByRole('row', { name: 'Corner Loans' })
    await row.getByRole('button').click()
    await page.getByRole('heading', { level: 1, name: 'Corner Loans' }).waitFor()
    await press(page, 'Allot credit')
    await page.getByLabel('Amount in rupees').fill('10,000.01')
    await page.getByText('You have less than that.').waitFor()
    await page.getByLabel('Amount in rupees').fill('2,500.50')
    await page.getByText('₹10,000.00 → ₹7,499.50').waitFor()
    await page.getByText('₹0.00 → ₹2,500.50').waitFor()
    expect(await faultsOfAccess(page)).toEqual([])
    await pressIn(page, 'Allot credit')
    await page.getByText('₹2,500.50 were allotted.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('main').locator('dd').filter({ hasText: '₹2,500.50' }).first().waitFor()
    await press(page, 'Suspend')
    await page.getByLabel('Reason').fill('Ticket 17')
    await pressIn(page, 'Suspend')
    await page.getByRole('main').getByText('Suspended', { exact: true }).waitFor()
    await page.getByRole('region', { name: 'Account', exact: true }).getByText('Ticket 17').waitFor()
    await press(page, 'Make active')
    await page.getByLabel('Reason').fill('Ticket 17 is solved')
    await pressIn(page, 'Make active')
    await page.getByRole('main').getByText('Active', { exact: true }).first().waitFor()
    await page.getByRole('link', { name: 'All accounts' }).click()
    await page.getByLabel('Find by name').fill('corner')
    await row.waitFor()
    await page.getByLabel('Find by name').fill('another')
    await page.getByText('No account', { exact: true }).waitFor()
    expect(await demo.host.get(Wallet).balance(resellerId, 'production')).toMatchObject({ available: inr('7499.5') })
    await context.close()
    expect(faults.found).toEqual([])
  })

  it('a reseller sees its own branch alone, and a customer has no such page', async () => {
    const { demo } = journeys
    const other = await demo.host.get(Accounts).create({ name: 'Other Resale', role: 'retailer' })
    await demo.host.get(Accounts).create({ name: 'Of the other', role: 'customer', parentId: other.id })
    const { page, context } = await journeys.signedIn('viewer', 'accounts', resellerId)
    await page.getByRole('row', { name: 'Corner Loans' }).waitFor()
    expect(await page.getByText('Of the other').count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Open an account' }).count()).toBe(0)
    await context.close()
    const customer = await journeys.signedIn('owner')
    expect(await customer.page.getByRole('link', { name: 'Accounts' }).count()).toBe(0)
    await customer.page.goto(`${demo.url}/console/accounts`)
    await customer.page.getByText('This page is not here').waitFor()
    await customer.context.close()
  })

  it('keys of an account below are issued by its reseller only while the account allows it, and the account is told', async () => {
    const { demo } = journeys
    const below = { name: 'Delegating Loans', role: 'customer', parentId: resellerId } as const
    const { id: accountId } = await demo.host.get(Accounts).create(below)
    const asked = { name: 'of-bright', accountId: resellerId, scopes: ['*'], expiresAt: null, actor: 'test' }
    const { secret } = await demo.host.get(AdminTokens).create(asked)
    const issue = async () => {
      const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
      const body = JSON.stringify({ account_id: accountId, environment: 'sandbox', label: 'From above' })
      return (await fetch(`${demo.url}/admin/v1/keys`, { method: 'POST', headers, body })).status
    }
    expect(await issue()).toBe(403)
    const { page, context, faults } = await journeys.signedIn('owner', 'keys', accountId)
    await page.getByText('Your reseller cannot create keys for this account.').waitFor()
    expect(await faultsOfAccess(page)).toEqual([])
    await press(page, 'Allow it')
    await page.getByRole('button', { name: 'Stop it' }).waitFor()
    expect(await issue()).toBe(201)
    await page.goto(`${demo.url}/console/`)
    await page.getByRole('main').getByText('From above', { exact: false }).first().waitFor()
    await page.goto(`${demo.url}/console/keys`)
    await page.getByRole('row', { name: 'From above' }).waitFor()
    await press(page, 'Stop it')
    await page.getByRole('button', { name: 'Allow it' }).waitFor()
    expect(await issue()).toBe(403)
    await context.close()
    expect(faults.found).toEqual([])
  })

  it('commission of a call below is seen by endpoint, and what is final is converted into the wallet', async () => {
    const { demo } = journeys
    const { host } = demo
    await demo.run('commissions.set', { account_id: resellerId, rate: '8' })
    const { id: accountId } = await host.get(Accounts).create({ name: 'Payer', role: 'customer', parentId: resellerId })
    const issued = await host.get(Keys).create({ accountId, environment: 'sandbox' })
    const headers = { 'x-api-key': issued.key.publicId, 'x-api-secret': issued.apiSecret }
    const { status } = await fetch(`${demo.url}/api/v1/bank-ifsc-details?ifsc=KKBK0000261`, { headers })
    expect(status).toBe(200)
    const { page, context, faults } = await journeys.signedIn('owner', 'commission', resellerId)
    await page.getByRole('row', { name: /bank-ifsc-details/ }).waitFor()
    await page.getByText('8.00 %', { exact: true }).waitFor()
    await page.getByText('at most 8.00 % in your role').waitFor()
    expect(await faultsOfAccess(page)).toEqual([])
    await press(page, 'Convert to wallet credit')
    await page.getByText('Convert to wallet credit').first().waitFor({ state: 'detached' })
    await page.getByText('Converted', { exact: true }).waitFor()
    await context.close()
    expect(faults.found).toEqual([])
  })

  it('a brand is seen before it is saved, at a domain that a record of the DNS proves, and removed', async () => {
    const { demo } = journeys
    const { page, context, faults } = await journeys.signedIn('owner', 'brand', resellerId)
    await page.getByLabel('Your domain').fill('api.bright.example')
    await page.getByLabel(/^Name/).fill('Bright Verify')
    await page.getByText('Not proven yet').waitFor()
    await page.getByLabel('Colour').fill('#zz')
    await page.getByText('A colour such as #0a7d5c', { exact: true }).waitFor()
    await page.getByLabel('Colour').fill('#a02060')
    await page.getByRole('region', { name: 'Preview' }).getByText('Bright Verify').waitFor()
    expect(await faultsOfAccess(page)).toEqual([])
    await press(page, 'Save')
    await page.getByText('Nothing proves that api.bright.example is yours.', { exact: false }).waitFor()
    const proof = Proof.parse(await demo.run('brands.proof', { account_id: resellerId, host: 'api.bright.example' }))
    demo.dns.set(proof.name, ['v=spf1 -all', proof.value])
    await press(page, 'Look again')
    await page.getByText('Proven to be yours').waitFor()
    await press(page, 'Save')
    await page.getByText('Saved.', { exact: false }).waitFor()
    const brand = { host: 'api.bright.example', name: 'Bright Verify', colour: '#a02060' }
    expect(await demo.run('brands.get', { account_id: resellerId })).toMatchObject({ brand })
    demo.dns.clear()
    await page.getByLabel(/^Name/).fill('Bright')
    await press(page, 'Save')
    await expect
      .poll(() => demo.run('brands.get', { account_id: resellerId }))
      .toMatchObject({ brand: { ...brand, name: 'Bright' } })
    await press(page, 'Remove the brand')
    await page.getByRole('button', { name: 'Remove the brand' }).waitFor({ state: 'detached' })
    expect(await demo.run('brands.get', { account_id: resellerId })).toMatchObject({ brand: null })
    await context.close()
    expect(faults.found).toEqual([])
  })

  it('an operator sees all accounts, by name and below a reseller', async () => {
    const { page, context, faults } = await journeys.operator('support', 'accounts?environment=production')
    await page.getByLabel('Find by name').fill('bright')
    await page
      .getByRole('row', { name: /Bright Resale.*₹7,499\.50/ })
      .getByRole('button')
      .click()
    await page.getByRole('main').getByText('Retailer', { exact: true }).waitFor()
    expect(await page.getByRole('button', { name: 'Suspend' }).count()).toBe(0)
    await settled(page)
    await context.close()
    expect(faults.found).toEqual([])
  })
})
