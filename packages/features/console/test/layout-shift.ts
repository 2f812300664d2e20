import type { Page } from 'playwright-core'
import * as z from 'zod'

const Shifts = z.array(z.object({ value: z.number(), moved: z.array(z.string()) }))
/** What moved while nobody touched the page, and by how much. */
export type Shift = z.infer<typeof Shifts>[number]

const OBSERVE = `
  window.layoutShifts = []
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries())
      if (!hadRecentInput)
        window.layoutShifts.push({
          value,
          moved: sources.map(({ node }) => (node ? (node.outerHTML ?? node.textContent).slice(0, 160) : 'gone')),
        })
  }).observe({ type: 'layout-shift', buffered: true })
`

/** Collects the layout shifts of each page that is opened from now on. */
export const observeShifts = (page: Page): Promise<unknown> => page.addInitScript(OBSERVE)

/** The layout shifts since the page was opened. */
export async function shiftsOf(page: Page): Promise<readonly Shift[]> {
  // A shift is reported with the frame after it.
  await page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50))))',
  )
  return Shifts.parse(await page.evaluate('window.layoutShifts'))
}

/** Answers of the admin API come late and one after the other, in an order that their addresses decide. */
export async function answerLate(page: Page): Promise<void> {
  await page.route('**/admin/v1/**', async (route) => {
    const sum = [...route.request().url()].reduce((total, char) => (total * 31 + (char.codePointAt(0) ?? 0)) % 1009, 7)
    await new Promise((resolve) => setTimeout(resolve, 100 + (sum % 4) * 100))
    await route.continue()
  })
}
