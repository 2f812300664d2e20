import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { settled } from '../../test/console-browser.ts'
import { type Journeys, openJourneys } from '../../test/journey.ts'
import { answerLate, observeShifts, shiftsOf } from '../../test/layout-shift.ts'
import { MENU_PAGES } from '../../test/menu-pages.ts'

/** A hundredth of what the field calls good. */
const LARGEST_SHIFT = 0.001
const FULL = process.env['PARAKH_FULL'] === '1'
const PAGES = FULL ? MENU_PAGES : ['', 'plan', 'wallet']
const WIDTHS = [1280, 360]

describe('nothing moves while the parts of a page arrive', () => {
  let journeys: Journeys
  let emptyAccount: string
  beforeAll(async () => {
    journeys = await openJourneys()
    await journeys.demo.fill()
    emptyAccount = (await journeys.demo.newAccount('Acme Loans')).accountId
  })
  afterAll(() => journeys[Symbol.asyncDispose]())

  for (const account of ['of the demonstration', 'that is empty'])
    it(`in an account ${account}`, async () => {
      const { page, context } = await journeys.signedIn(
        'owner',
        '',
        account === 'that is empty' ? emptyAccount : undefined,
      )
      await observeShifts(page)
      await answerLate(page)
      const found: string[] = []
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 })
        for (const name of PAGES) {
          await page.goto(`${journeys.demo.url}/console/${name}`)
          await settled(page)
          for (const { value, moved } of await shiftsOf(page))
            if (value > LARGEST_SHIFT)
              found.push(`${name || 'home'} at ${width} px: ${value.toFixed(4)}: ${moved.join(' | ')}`)
        }
      }
      await context.close()
      expect(found).toEqual([])
    })
})
