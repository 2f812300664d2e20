import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Journeys, openJourneys } from '../../../test/journey.ts'

/** By name and address: pages of features that the server does not have. */
const ABSENT = [
  ['Analytics', 'analytics'],
  ['Webhooks', 'webhooks'],
  ['Webhooks', 'webhooks/01M84XQQ5AWTJ861P5G1NQ3WVZ'],
  ['Plan', 'plan'],
  ['Invoices', 'invoices'],
] as const

describe('a server without features that pages are about', () => {
  let journeys: Journeys
  beforeAll(async () => {
    journeys = await openJourneys({ features: false })
  })
  afterAll(() => journeys[Symbol.asyncDispose]())

  it('has no such page, for an owner neither: not in the menu, not at its typed address, and asks for nothing of it', async () => {
    const { demo, signedIn } = journeys
    const { page, context, faults } = await signedIn('owner')
    const missing: string[] = []
    page.on('response', (response) => {
      if (response.status() === 404 && response.url().includes('/admin/')) missing.push(response.url())
    })
    const menu = page.getByRole('navigation').getByRole('link')
    await menu.filter({ hasText: 'API tokens' }).waitFor()
    for (const [name, path] of ABSENT) {
      expect(await menu.filter({ hasText: name }).count(), name).toBe(0)
      await page.goto(`${demo.url}/console/${path}`)
      await page.getByText('This page is not here').waitFor()
      await page.waitForFunction("document.title.startsWith('This page is not here · ')")
    }
    // The others are there.
    for (const path of ['wallet', 'orders', 'kyc']) {
      await page.goto(`${demo.url}/console/${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
    }
    expect([...missing, ...faults.found]).toEqual([])
    await context.close()
  })
})
