import type { Page } from 'playwright-core'
import { settled } from './console-browser.ts'

/** Whoever may change nothing has these buttons alone, besides its own security. */
export const READS =
  /^(Copy |Download|Find$|Show more|Search further|\d{1,2} \w{3}|https?:|bank-ifsc-details$|[A-Z]+(_[A-Z]+)+$|Statement)/

/** The pages in the menu, by name. */
export const pagesOf = async (page: Page): Promise<readonly string[]> =>
  (await page.getByRole('navigation').getByRole('link').allInnerTexts()).filter(
    (name) => name !== 'API reference' && name !== 'Help',
  )

/** The buttons of the page that is open, by name. */
export const buttonsOf = (page: Page): Promise<readonly string[]> =>
  page
    .getByRole('main')
    .getByRole('button')
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? one.textContent ?? ''))

/** Opens a page by the menu, and waits for it in place of the one before. */
export async function go(page: Page, name: string): Promise<void> {
  const before = (await page.locator('h1').textContent()) ?? ''
  await page.getByRole('navigation').getByRole('link', { name, exact: true }).click()
  await page.locator('h1').filter({ hasNotText: before }).waitFor()
  await settled(page)
}

/** Collects the requests that are refused from now on. */
export function refusedOn(page: Page): readonly string[] {
  const refused: string[] = []
  page.on('response', (response) => {
    if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`)
  })
  return refused
}
