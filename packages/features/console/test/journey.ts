import { TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { newPage, openBrowser, settled, type View } from './console-browser.ts'
import { type DemoBrand, type DemoServer, demoServer } from './demo-server.ts'

/** One server and one browser for the journeys of a file. */
export async function openJourneys(brand: DemoBrand = {}) {
  const [demo, browser] = await Promise.all([demoServer(brand), openBrowser()])
  let people = 0
  const open = (view?: View) => newPage(browser, demo.url, view)
  return {
    ...{ demo, browser, open },
    /** A page of a new person of the account, in a profile of its own. @param accountId Default: that of the demonstration. */
    async signedIn(role: string, path = '', accountId = demo.accountId) {
      people += 1
      const email = `${role}-${people}@acme.example`
      const opened = await open()
      await opened.page.goto(await demo.linkFor({ email, role, accountId }))
      await press(opened.page, 'Accept the invitation')
      await opened.page.getByRole('heading', { level: 1, name: /Home|Welcome/ }).waitFor()
      if (path !== '') await opened.page.goto(`${demo.url}/console/${path}`)
      await settled(opened.page)
      return { ...opened, email }
    },
    /** A page of a new operator, in a profile of its own, with an authenticator. */
    async operator(role: string, path = 'work') {
      people += 1
      const opened = await open()
      const { page } = opened
      await page.goto(await demo.linkFor({ email: `${role}-${people}@ours.example`, role, accountId: null }))
      await press(page, 'Accept the invitation')
      await page.getByRole('button', { name: 'Set up' }).waitFor()
      // Before its second factor an operator has no other page.
      expect(await page.getByRole('navigation').getByRole('link').allTextContents()).toEqual([
        'Security',
        'API reference',
        'Help',
      ])
      await press(page, 'Set up')
      const secret = (await page.getByRole('dialog').locator('pre').textContent())?.replaceAll(' ', '') ?? ''
      const code = new TOTP({ secret }).generate({ timestamp: demo.clock.now().getTime() })
      await page.getByLabel('Code from the app').fill(code)
      await pressIn(page, 'Confirm')
      await store(page)
      await page.goto(`${demo.url}/console/${path}`)
      await settled(page)
      return opened
    },
    /** Signs in by a mailed code, as far as the code goes. */
    async enterCode(page: Page, email: string): Promise<void> {
      await page.goto(`${demo.url}/console/sign-in`)
      await page.getByLabel('E-mail address').fill(email)
      const before = demo.mailsTo(email)
      await press(page, 'Send me a code')
      await page.getByLabel('Code').fill(await demo.codeFor(email, before))
      await press(page, 'Sign in')
    },
    async [Symbol.asyncDispose]() {
      await browser.close()
      await demo[Symbol.asyncDispose]()
    },
  }
}
/** The result of `openJourneys`. */
export type Journeys = Awaited<ReturnType<typeof openJourneys>>

/** Opens the invitation that was mailed last to an address, and enters the code that is mailed to it. */
export async function enterInvitation(
  demo: DemoServer,
  page: Page,
  { email, name = '' }: { readonly email: string; readonly name?: string },
): Promise<void> {
  await page.goto(await demo.invitationFor(email))
  await page.getByLabel('Your name').fill(name)
  const before = demo.mailsTo(email)
  await press(page, 'Send me a code')
  await page.getByLabel('Code').fill(await demo.codeFor(email, before))
  await press(page, 'Continue')
}
/** Presses a button by its name. */
export const press = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click()
/** Presses a button of the dialog that is open. */
export const pressIn = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
/** Opens the menu of a row and chooses one of its entries. */
export async function choose(page: Page, row: string, entry: string): Promise<void> {
  await press(page, `Actions: ${row}`)
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}
/** Stores a secret that is shown once. @returns What was shown, a line for each value. */
export async function store(page: Page): Promise<readonly string[]> {
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Copy it now').waitFor()
  const shown = await dialog.locator('pre').allInnerTexts()
  await page.getByLabel('I have stored it safely').click()
  await pressIn(page, 'Done')
  await dialog.waitFor({ state: 'detached' })
  return shown
}
