import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newPage, openBrowser } from '../../test/console-browser.ts'
import { type DemoServer, demoServer } from '../../test/demo-server.ts'

describe('what people do in the console', () => {
  let demo: DemoServer
  let browser: Browser
  beforeAll(async () => {
    ;[demo, browser] = await Promise.all([demoServer(), openBrowser()])
    await demo.fill()
  })
  afterAll(async () => {
    await browser.close()
    await demo[Symbol.asyncDispose]()
  })

  const click = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()

  it('from nothing to the first paid call of the sandbox: at most 12 clicks', async () => {
    const { page, context, faults } = await newPage(browser, demo.url)
    await page.addInitScript(
      'window.clicks = Number(sessionStorage.clicks ?? 0); addEventListener("click", (event) => { if (event.detail > 0) sessionStorage.clicks = ++window.clicks }, true)',
    )
    await page.goto(`${demo.url}/console/`)
    await page.getByLabel('E-mail address').fill('ravi@lender.example')
    await click(page, 'Send me a code')
    await page.getByLabel('Code').fill(await demo.codeFor('ravi@lender.example'))
    await click(page, 'Sign in')
    await page.getByLabel('Name of your business').fill('Ravi Finance')
    await click(page, 'Open the account')
    await page.getByLabel('I have stored it safely').click()
    await click(page, 'Done')
    await page.getByRole('heading', { name: 'Try a call' }).waitFor()
    await click(page, 'Send call')
    await page.getByText('charged ₹0.50, left ₹99.50').waitFor()
    await page.getByRole('link', { name: 'See it in the log' }).click()
    await page.getByRole('cell', { name: '₹0.50' }).waitFor()
    expect(await page.evaluate('window.clicks')).toBeLessThanOrEqual(12)
    expect(faults.found).toEqual([])
    await context.close()
  })
})
