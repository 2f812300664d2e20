import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Journeys, openJourneys } from '../../../test/journey.ts'

/** Elements that are passed at most on the way to one: a page that lets focus go nowhere does not hang. */
const MOST_TABS = 60
/** What has the focus, by its text or label, and whether one sees that it has. */
const FOCUSED = `(() => {
  const one = document.activeElement
  const label = one.labels?.[0]?.textContent ?? one.getAttribute('aria-label') ?? one.textContent
  const { outlineStyle, outlineWidth, borderColor } = getComputedStyle(one)
  const at = getComputedStyle(one.closest('[data-combobox-target], .mantine-Input-wrapper') ?? one)
  const mark = one.matches('input[type=checkbox]') ? getComputedStyle(one) : at
  return { label: label.trim(), seen: (outlineStyle !== 'none' && outlineWidth !== '0px') || mark.outlineStyle !== 'none' || one.matches('input, select') && borderColor !== 'rgb(206, 212, 218)' }
})()`

describe('with the keyboard alone', () => {
  let journeys: Journeys
  beforeAll(async () => {
    journeys = await openJourneys()
  })
  afterAll(() => journeys[Symbol.asyncDispose]())

  const focused = async (page: Page): Promise<{ label: string; seen: boolean }> => await page.evaluate(FOCUSED)
  /** Goes on by Tab until something has the focus, and one sees that it has. */
  async function tabTo(page: Page, wanted: string | RegExp): Promise<void> {
    for (let tab = 0; tab <= MOST_TABS; tab += 1) {
      const { label, seen } = await focused(page)
      if (typeof wanted === 'string' ? label.replace(/\s*\*$/, '') === wanted : wanted.test(label)) {
        expect([label, seen]).toEqual([label, true])
        return
      }
      await page.keyboard.press('Tab')
    }
    throw new Error(`Tab does not reach ${wanted}`)
  }

  it('a person signs up, stores its key, makes the first paid call, and finds it in the log; focus is seen and returns', async () => {
    const { demo, open } = journeys
    const { page, context, faults } = await open()
    await page.goto(`${demo.url}/console/`)
    await page.getByLabel('E-mail address').waitFor()
    await tabTo(page, 'E-mail address')
    await page.keyboard.type('keys@lender.example')
    await page.keyboard.press('Enter')
    await page.getByLabel('Code').waitFor()
    await tabTo(page, 'Code')
    await page.keyboard.type(await demo.codeFor('keys@lender.example'))
    await page.keyboard.press('Enter')
    await page.getByLabel('Name of your business').waitFor()
    await tabTo(page, 'Name of your business')
    await page.keyboard.type('Keyboard Lending')
    await page.keyboard.press('Enter')
    await page.getByText('Copy it now').waitFor()
    // Escape closes nothing that is shown once.
    await page.keyboard.press('Escape')
    await tabTo(page, 'I have stored it safely')
    await page.keyboard.press('Space')
    await tabTo(page, 'Done')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Try a call' }).waitFor()
    await page.getByRole('button', { name: 'Send call' }).waitFor()
    await page.keyboard.press('Tab')
    await tabTo(page, 'Skip to content')
    await page.keyboard.press('Enter')
    await tabTo(page, 'Send call')
    await page.keyboard.press('Enter')
    await page.getByText('charged ₹0.50, left ₹99.50').waitFor()
    await tabTo(page, 'See it in the log')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Usage log' }).waitFor()
    const row = page.getByRole('main').locator('tr[data-opens] button').first()
    await row.waitFor()
    const name = (await row.textContent()) ?? ''
    await tabTo(page, name)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    expect(await page.evaluate('document.activeElement.closest("[role=dialog]") !== null')).toBe(true)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(async () => (await focused(page)).label.slice(0, 60)).toBe(name)

    // A menu opens, is walked by arrows, and gives the focus back.
    await page.goto(`${demo.url}/console/keys`)
    await page.getByRole('button', { name: /^Actions: / }).waitFor()
    await tabTo(page, /^Actions: /)
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Change limits' }).waitFor()
    // It is drawn a moment before it has the focus, and keys go to what has it.
    await expect.poll(() => page.evaluate('document.activeElement.closest("[role=menu]") !== null')).toBe(true)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Escape')
    await page.getByRole('menuitem').first().waitFor({ state: 'detached' })
    await expect.poll(async () => (await focused(page)).label.slice(0, 60)).toMatch(/^Actions: /)
    expect(faults.found).toEqual([])
    await context.close()
  })

  it('who wants less motion sees none: dialogs, panels and skeletons stand still', async () => {
    const { demo, signedIn } = journeys
    const { page, context } = await signedIn('owner', 'keys')
    // A colour that fades moves nothing.
    const moving = (): Promise<readonly string[]> =>
      page.evaluate(`document.getAnimations().filter(({ playState }) => playState === 'running')
        .map((one) => one.transitionProperty ?? one.animationName).filter((name) => !name.endsWith('color'))`)
    await page.getByRole('button', { name: 'Create key' }).first().click()
    await page.getByRole('dialog').waitFor()
    expect(await moving()).toEqual([])
    await page.route('**/admin/v1/**', () => undefined)
    await page.goto(`${demo.url}/console/usage`)
    await page.getByRole('main').locator('[aria-busy="true"]').first().waitFor()
    expect(await moving()).toEqual([])
    await context.close()
  })
})
