import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Journeys, openJourneys } from '../../test/journey.ts'
import { answerLate, observeShifts, shiftsOf } from '../../test/layout-shift.ts'
import { MENU_PAGES } from '../../test/menu-pages.ts'
import { fillOperators } from '../../test/operator-data.ts'
import { OTHER_PAGES, openPage } from '../../test/other-pages.ts'

/** A hundredth of what the field calls good. */
const LARGEST_SHIFT = 0.001
const WIDTHS = [1280, 360]
/** It ends what hangs: there are many pages. */
const TIMEOUT_MS = 600_000

describe('nothing moves while the parts of a page arrive', { timeout: TIMEOUT_MS }, () => {
  let journeys: Journeys
  let emptyAccount: string
  let filled: Awaited<ReturnType<typeof fillOperators>>
  beforeAll(async () => {
    journeys = await openJourneys()
    await journeys.demo.fill()
    emptyAccount = (await journeys.demo.newAccount('Acme Loans')).accountId
    filled = await fillOperators(journeys.demo)
  })
  afterAll(() => journeys[Symbol.asyncDispose]())

  for (const account of ['of the demonstration', 'that is empty'])
    it(`in an account ${account}`, async () => {
      const { page, context } = await journeys.signedIn(
        'owner',
        '',
        account === 'that is empty' ? emptyAccount : undefined,
      )
      expect(await movedOn(page, MENU_PAGES)).toEqual([])
      await context.close()
    })

  for (const { who, open, pages } of OTHER_PAGES)
    it(`on the pages of ${who}`, async () => {
      const { page, context } = await open(journeys, filled.resellerId)
      expect(await movedOn(page, await pages(journeys.demo, filled.accountId))).toEqual([])
      await context.close()
    })

  /** What moved by itself on pages whose data comes late. */
  async function movedOn(page: Page, names: readonly string[]): Promise<readonly string[]> {
    await observeShifts(page)
    await answerLate(page)
    const found: string[] = []
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      for (const name of names) {
        await openPage(page, journeys.demo, name)
        for (const { value, moved } of await shiftsOf(page))
          if (value > LARGEST_SHIFT)
            found.push(`${name || 'home'} at ${width} px: ${value.toFixed(4)}: ${moved.join(' | ')}`)
      }
    }
    return found
  }
})
