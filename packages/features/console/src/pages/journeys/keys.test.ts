import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { settled } from '../../../test/console-browser.ts'
import { choose, type Journeys, openJourneys, press, pressIn, store } from '../../../test/journey.ts'

describe('what people do with keys', () => {
  let journeys: Journeys
  beforeAll(async () => {
    journeys = await openJourneys()
  })
  afterAll(() => journeys[Symbol.asyncDispose]())

  const calls = async (id: string, secret: string): Promise<number> => {
    const { status } = await fetch(`${journeys.demo.url}/api/v1/bank-ifsc-details?ifsc=KKBK0000261`, {
      headers: { 'x-api-key': id, 'x-api-secret': secret },
    })
    return status
  }
  async function createKey(page: Page, label: string) {
    await page.getByRole('main').getByRole('button', { name: 'Create key' }).first().click()
    await page.getByRole('dialog').getByLabel('Name').fill(label)
    await pressIn(page, 'Create key')
    const [id = '', secret = ''] = await store(page)
    return { id, secret }
  }

  it('a key is created, rotated so that both secrets work, then at once, restricted, and revoked', async () => {
    const { page, context, faults } = await journeys.signedIn('developer', 'keys')
    const { id, secret } = await createKey(page, 'Journey')
    expect(await page.getByText(secret).count()).toBe(0)
    expect(await calls(id, secret)).toBe(200)

    await choose(page, 'Journey', 'Rotate secret')
    await page.getByLabel('Old secret stays valid for').selectOption({ label: '1 hour' })
    await pressIn(page, 'Rotate secret')
    await page.getByText(/The old secret works until .* IST\./).waitFor()
    const [, second = ''] = await store(page)
    expect(second).not.toBe(secret)
    expect([await calls(id, secret), await calls(id, second)]).toEqual([200, 200])
    await page
      .getByRole('row', { name: 'Journey' })
      .getByText(/the old secret works until .* IST/)
      .waitFor()

    await choose(page, 'Journey', 'Rotate secret')
    await page.getByLabel('Old secret stays valid for').selectOption({ label: 'Stop it now' })
    await pressIn(page, 'Rotate secret')
    await page.getByText('The old secret no longer works.').waitFor()
    const [, third = ''] = await store(page)
    expect([await calls(id, second), await calls(id, third)]).toEqual([401, 200])
    await page.getByText(/the old secret works until/).waitFor({ state: 'detached' })

    await choose(page, 'Journey', 'Change limits')
    await page.getByLabel('IP ranges').fill('203.0.113.0/24')
    await page.getByLabel('Daily spend limit, in rupees').fill('1,000.50')
    await pressIn(page, 'Save')
    await page.getByText('IP 203.0.113.0/24', { exact: true }).waitFor()
    await page.getByText('₹1,000.50 a day', { exact: true }).waitFor()
    expect(await calls(id, third)).toBe(403)

    await choose(page, 'Journey', 'Revoke')
    await pressIn(page, 'Revoke')
    await page.getByRole('cell', { name: 'Journey', exact: true }).waitFor({ state: 'detached' })
    await page.getByText('Revoked', { exact: true }).click()
    await page.getByRole('cell', { name: 'Journey', exact: true }).waitFor()
    expect(await calls(id, third)).toBe(401)
    expect(faults.found).toEqual([])
    await context.close()
  })

  it('a key that was seen in an address is pointed out, and rotated from there', async () => {
    const { page, context } = await journeys.signedIn('developer', 'keys')
    const { id, secret } = await createKey(page, 'Careless')
    await fetch(`${journeys.demo.url}/api/v1/bank-ifsc-details?ifsc=KKBK0000261&api_key=${id}&api_secret=${secret}`)
    await page.reload()
    const notice = page.getByRole('alert').filter({ hasText: 'Exposed: Careless' })
    await notice.getByRole('button', { name: 'Rotate secret' }).click()
    await pressIn(page, 'Rotate secret')
    await store(page)
    await context.close()
  })

  it('a production key says that KYC is missing, and once it is approved the confirmation in between loses nothing', async () => {
    const { demo, signedIn } = journeys
    const { page, context, email, faults } = await signedIn('owner', 'keys')
    await createKey(page, 'Loan desk')
    await choose(page, 'Loan desk', 'Copy to production')
    await page.getByText('Production keys need an approved KYC. Submit your documents first.').waitFor()
    await pressIn(page, 'Create a production key')
    await page.getByText('Production keys need an approved KYC.', { exact: true }).waitFor()
    await pressIn(page, 'Cancel')
    const account_id = demo.accountId
    await demo.run('kyc.submit', { account_id, documents: [{ kind: 'pan', reference: 'vault/acme/pan.pdf' }] })
    await demo.run('kyc.approve', { account_id })

    demo.pass(11)
    await page.reload()
    await settled(page)
    await choose(page, 'Loan desk', 'Copy to production')
    await pressIn(page, 'Create a production key')
    const proof = page.getByRole('dialog', { name: 'Confirm that it is you' })
    await proof.waitFor()
    const before = demo.mailsTo(email)
    await press(page, 'Send the code')
    await proof.getByLabel('Code').fill(await demo.codeFor(email, before))
    await press(page, 'Confirm')
    const [id = ''] = await store(page)
    expect(id).toMatch(/^pk_live_/)
    await page.goto(`${demo.url}/console/keys?environment=production`)
    await page.getByRole('cell', { name: 'Loan desk', exact: true }).waitFor()
    await page.getByRole('heading', { name: 'Production API keys' }).waitFor()
    await page.getByRole('cell', { name: 'Any IP address' }).first().waitFor()

    // Who gives the confirmation up has changed nothing, and is told so.
    demo.pass(11)
    await choose(page, 'Loan desk', 'Rotate secret')
    await pressIn(page, 'Rotate secret')
    await proof.waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('Nothing was changed: it was not confirmed that it is you.').waitFor()
    expect(faults.found).toEqual([])
    await context.close()
  })
})
