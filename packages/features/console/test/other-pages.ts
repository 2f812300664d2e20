import type { Page } from 'playwright-core'
import * as z from 'zod'
import { settled } from './console-browser.ts'
import type { DemoServer } from './demo-server.ts'
import type { Journeys } from './journey.ts'
import { OPERATOR_PAGES, RESELLER_PAGES } from './menu-pages.ts'
import { OPERATOR_OPENINGS, type Opening, RESELLER_OPENINGS } from './openings.ts'

const Work = z.object({ items: z.array(z.object({ queue: z.string() })) })

/** Somebody whose pages are not those of an account. */
export interface OtherPages {
  readonly who: string
  readonly openings: readonly Opening[]
  /**
   * The addresses of the pages below the console, as the menu and the queues of the server have them.
   *
   * @param accountId Whose page is one of them.
   */
  pages(demo: DemoServer, accountId: string): Promise<readonly string[]>
  /** @param resellerId Of `fillOperators`. */
  open(journeys: Journeys, resellerId: string): ReturnType<Journeys['operator']>
}

/** An operator who may everything. */
export const OPERATOR: OtherPages = {
  ...{ who: 'an operator', openings: OPERATOR_OPENINGS },
  async pages({ run }, accountId) {
    const { items } = Work.parse(await run('work.list', {}))
    // The part after the slash is the address of a queue.
    const queues = items.map(({ queue }) => `work/${queue.split('/')[1]}`)
    return [...OPERATOR_PAGES, ...queues, 'calls?id=below-4711', `accounts/${accountId}?environment=sandbox`]
  },
  open: (journeys) => journeys.operator('admin'),
}
/** The owner of a reseller. */
const RESELLER: OtherPages = {
  ...{ who: 'a reseller', openings: RESELLER_OPENINGS },
  pages: async (_demo, accountId) => [...RESELLER_PAGES, `accounts/${accountId}`],
  open: (journeys, resellerId) => journeys.signedIn('owner', '', resellerId),
}
/** Both. */
export const OTHER_PAGES: readonly OtherPages[] = [OPERATOR, RESELLER]

/** Opens a page by its address, and waits for all of it. */
export async function openPage(page: Page, { url }: DemoServer, name: string): Promise<void> {
  await page.goto(`${url}/console/${name}`)
  await settled(page)
}
