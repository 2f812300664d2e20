import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultsOfLooks } from '../../test/accessibility.ts'
import { settled, type View } from '../../test/console-browser.ts'
import { type Journeys, openJourneys } from '../../test/journey.ts'
import { closeOpening, faultsOfOpening } from '../../test/opened.ts'
import { firstRow } from '../../test/openings.ts'
import { fillOperators } from '../../test/operator-data.ts'
import { OTHER_PAGES, openPage } from '../../test/other-pages.ts'
import { OPEN_VIEWS, SHOTS, VIEWS } from '../../test/views.ts'

/** It ends what hangs: each page is looked at in six ways. */
const TIMEOUT_MS = 600_000

describe.each(OTHER_PAGES)('each page of $who', { timeout: TIMEOUT_MS }, ({ who, pages, open, openings }) => {
  let journeys: Journeys
  let accountId: string
  let page: Page
  let faults: Awaited<ReturnType<Journeys['open']>>['faults']
  beforeAll(async () => {
    journeys = await openJourneys()
    await journeys.demo.fill()
    const filled = await fillOperators(journeys.demo)
    accountId = filled.accountId
    ;({ page, faults } = await open(journeys, filled.resellerId))
    mkdirSync(SHOTS, { recursive: true })
  })
  afterAll(() => journeys[Symbol.asyncDispose]())

  const look = async ({ width, scheme }: View): Promise<void> => {
    await page.setViewportSize({ width, height: width < 600 ? 800 : 900 })
    await page.emulateMedia({ colorScheme: scheme })
  }
  const shoot = async (name: string, { width, scheme }: View): Promise<void> => {
    const path = `${SHOTS}/${who.replaceAll(/\W/g, '-')}-${name.replaceAll(/\W/g, '-')}-${width}-${scheme}.png`
    await page.screenshot({ path, fullPage: true })
  }
  /** What the first row of a page opens: a panel beside it, or a page of its own. It is looked at in each view, and closed. */
  async function faultsOfRow(name: string, views: readonly View[]): Promise<readonly string[]> {
    if ((await firstRow(page).count()) === 0) return []
    const before = new URL(page.url()).pathname
    const dialog = page.getByRole('dialog')
    const heading = page.getByRole('heading', { level: 1 })
    const titled = await heading.first().textContent()
    await firstRow(page).click()
    await expect
      .poll(async () => (await dialog.count()) > 0 || new URL(page.url()).pathname !== before, { message: name })
      .toBe(true)
    // A page of its own has its heading once its account is there; that of the list stands until then.
    if ((await dialog.count()) === 0)
      await expect.poll(() => heading.first().textContent(), { message: name }).not.toBe(titled)
    await settled(page)
    const found = await faultsIn(views, `${name}, its first row`)
    const opening = { name, path: name, role: 'dialog', opener: firstRow } as const
    if ((await dialog.count()) > 0) await closeOpening(page, opening)
    return found
  }
  async function faultsIn(views: readonly View[], name: string): Promise<readonly string[]> {
    const found: string[] = []
    for (const view of views) {
      await look(view)
      found.push(...(await faultsOfLooks(page, `${name} at ${view.width} px, ${view.scheme}`)))
      await shoot(name, view)
    }
    return found
  }

  for (const part of ['the menu', 'what is beside it: queues, a call, an account'])
    it(`of ${part}: in each width and scheme no fault of access, nothing beyond the side, no script or style refused, no other host; the first row opens, and gives the focus back`, async () => {
      const found: string[] = []
      for (const name of await pages(journeys.demo, accountId)) {
        if (/[/?]/.test(name) === (part === 'the menu')) continue
        await openPage(page, journeys.demo, name)
        if ((await page.getByText('This page is not here').count()) > 0) found.push(`${name}: there is no such page`)
        found.push(...(await faultsIn(VIEWS, name)))
        found.push(...(await faultsOfRow(name, OPEN_VIEWS)))
      }
      expect([...found, ...faults.found]).toEqual([])
    })

  it('in each width and scheme dialogs have no fault of access, take the focus, and give it back at Escape', async () => {
    const found: string[] = []
    for (const opening of openings) {
      await openPage(page, journeys.demo, opening.path.replace(':account', accountId))
      found.push(...(await faultsOfOpening(page, opening)))
      found.push(...(await faultsIn(OPEN_VIEWS, `open ${opening.name}`)))
      await closeOpening(page, opening)
    }
    expect([...found, ...faults.found]).toEqual([])
  })
})
