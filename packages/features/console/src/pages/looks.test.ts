import { mkdirSync } from 'node:fs'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultsOfAccess, faultsOfLooks } from '../../test/accessibility.ts'
import { newPage, openBrowser, settled } from '../../test/console-browser.ts'
import { type DemoServer, demoServer } from '../../test/demo-server.ts'
import { enterInvitation } from '../../test/journey.ts'
import { MENU_PAGES } from '../../test/menu-pages.ts'
import { closeOpening, faultsOfOpening } from '../../test/opened.ts'
import { OPENINGS } from '../../test/openings.ts'
import { OPEN_VIEWS, SHOTS, VIEWS } from '../../test/views.ts'

const FULL = process.env['PARAKH_FULL'] === '1'
const OWNER = 'asha@acme.example'

/** It ends what hangs: the long form opens each panel in each view. */
const TIMEOUT_MS = 600_000

describe('each page of the console', { timeout: TIMEOUT_MS }, () => {
  let demo: DemoServer
  let browser: Browser
  let cookies: Awaited<ReturnType<BrowserContext['cookies']>>
  beforeAll(async () => {
    ;[demo, browser] = await Promise.all([demoServer(), openBrowser()])
    await demo.fill()
    const { page, context } = await newPage(browser, demo.url)
    await page.goto(await demo.linkFor({ email: OWNER, role: 'owner' }))
    await page.getByLabel('Your name').fill('Asha Rao')
    await page.getByRole('button', { name: 'Accept the invitation' }).click()
    await page.getByRole('heading', { name: 'Welcome, Asha Rao' }).waitFor()
    // A second account, for the menu of accounts, and a second person, for the menu of a member.
    const { accountId } = await demo.newAccount('Acme Loans')
    await demo.run('people.invite', { email: OWNER, role: 'viewer', account_id: accountId })
    // The session of a command-line link has one account alone, so the owner signs in to accept another one.
    await enterInvitation(demo, page, { email: OWNER })
    await page.getByRole('button', { name: 'Accept the invitation' }).click()
    await page.getByRole('heading', { level: 1, name: /Home|Welcome/ }).waitFor()
    const other = await newPage(browser, demo.url)
    await other.page.goto(await demo.linkFor({ email: 'ravi@acme.example', role: 'viewer' }))
    await other.page.getByLabel('Your name').fill('Ravi Iyer')
    await other.page.getByRole('button', { name: 'Accept the invitation' }).click()
    await other.page.getByRole('heading', { name: 'Welcome, Ravi Iyer' }).waitFor()
    await other.context.close()
    cookies = await context.cookies()
    await context.close()
    mkdirSync(SHOTS, { recursive: true })
  })
  afterAll(async () => {
    await browser.close()
    await demo[Symbol.asyncDispose]()
  })

  /** A session that needs no proof yet. */
  async function signIn(page: Page): Promise<void> {
    await page.goto(`${demo.url}/console/sign-in`)
    await page.getByLabel('E-mail address').fill(OWNER)
    const before = demo.mailsTo(OWNER)
    await page.getByRole('button', { name: 'Send me a code' }).click()
    await page.getByLabel('Code').fill(await demo.codeFor(OWNER, before))
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: /Home|Welcome/ }).waitFor()
  }

  for (const view of VIEWS)
    it(`at ${view.width} px, ${view.scheme}: no fault of access, nothing beyond the side, no script or style refused, no other host`, async () => {
      const { page, context, faults } = await newPage(browser, demo.url, view)
      await context.addCookies(cookies)
      const found: string[] = []
      for (const name of MENU_PAGES) {
        await page.goto(`${demo.url}/console/${name}`)
        await settled(page)
        found.push(...(await faultsOfLooks(page, name)))
        if (FULL)
          await page.screenshot({ path: `${SHOTS}/${name || 'home'}-${view.width}-${view.scheme}.png`, fullPage: true })
      }
      await context.close()
      expect([...found, ...faults.found]).toEqual([])
    })

  for (const view of OPEN_VIEWS)
    it(`at ${view.width} px, ${view.scheme}: panels, dialogs and menus have no fault of access, take the focus, and give it back at Escape`, async () => {
      const { page, context, faults } = await newPage(browser, demo.url, view)
      await signIn(page)
      const found: string[] = []
      for (const opening of OPENINGS.filter(({ short }) => FULL || short)) {
        opening.before?.(demo)
        await page.goto(`${demo.url}/console/${opening.path}`)
        await settled(page)
        found.push(...(await faultsOfOpening(page, opening)))
        if (FULL) await page.screenshot({ path: `${SHOTS}/open-${opening.name}-${view.width}-${view.scheme}.png` })
        await closeOpening(page, opening)
      }
      if (view.width < 600) found.push(...(await faultsOfMobileMenu(page)))
      await context.close()
      expect([...found, ...faults.found]).toEqual([])
    })
})

/** The menu of pages, which covers a narrow screen, opens and closes by one button that keeps the focus. */
async function faultsOfMobileMenu(page: Page): Promise<readonly string[]> {
  const burger = page.getByRole('button', { name: 'Menu', exact: true })
  const entry = page.getByRole('navigation').getByRole('link', { name: 'Usage log' })
  expect(await entry.isVisible()).toBe(false)
  await burger.click()
  await entry.waitFor()
  const faults = (await faultsOfAccess(page)).map((fault) => `mobile menu: ${fault}`)
  expect(await burger.getAttribute('aria-expanded')).toBe('true')
  await burger.click()
  await entry.waitFor({ state: 'hidden' })
  expect(await burger.evaluate((one) => one === one.ownerDocument.activeElement)).toBe(true)
  return faults
}
