import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import * as z from 'zod'

const Found = z.object({
  violations: z.array(z.object({ id: z.string(), help: z.string(), nodes: z.array(z.object({ html: z.string() })) })),
})
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe finds against WCAG 2.2 AA on the page as it is now, one line for each element; empty: nothing. */
export async function faultsOfAccess(page: Page): Promise<readonly string[]> {
  // By the debugger: the policy of the page would run no script that it does not have.
  const session = await page.context().newCDPSession(page)
  const run = `${source};axe.run(document,{runOnly:['wcag2a','wcag2aa','wcag21a','wcag21aa','wcag22aa','best-practice']}).then((found)=>JSON.stringify(found))`
  const { result } = await session.send('Runtime.evaluate', {
    expression: run,
    awaitPromise: true,
    returnByValue: true,
  })
  await session.detach()
  const { violations } = Found.parse(JSON.parse(String(result.value)))
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html.slice(0, 160)}`))
}

/** What is wrong with how a page looks: what axe finds, and what reaches beyond the side. */
export async function faultsOfLooks(page: Page, name: string): Promise<readonly string[]> {
  const beyond = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
  const faults = (await faultsOfAccess(page)).map((fault) => `${name}: ${fault}`)
  return beyond === 0 ? faults : [...faults, `${name}: ${beyond} px beyond the side`]
}
