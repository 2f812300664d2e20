import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { settled } from '../../../test/console-browser.ts'
import { type Journeys, openJourneys } from '../../../test/journey.ts'
import { MENU_PAGES } from '../../../test/menu-pages.ts'

const SOURCES = fileURLToPath(new URL('../../../../../console-pages/src', import.meta.url))
const PAGES = process.env['PARAKH_FULL'] === '1' ? MENU_PAGES : ['', 'keys', 'audit', 'security']

/** Names of the demonstration's own data: a plan. */
const DATA = new Set(['Developer'])

/** English texts that Hindi has in other words, of every catalogue of the pages; values of functions with any letters in their places. */
async function englishTexts(): Promise<readonly RegExp[]> {
  const files = readdirSync(SOURCES, { recursive: true }).map(String)
  const found: RegExp[] = []
  for (const file of files.filter((name) => name.endsWith('-texts.ts'))) {
    const catalogues: Record<string, unknown> = await import(`${SOURCES}/${file}`)
    for (const catalogue of Object.values(catalogues)) {
      const { en, hi } = catalogue as { en: unknown; hi: unknown }
      found.push(...untranslated(en, hi))
    }
  }
  return found
}

const PLACE = '\u0001'
const place = (): string => PLACE
/** For a parameter of any kind: a text, and what sentences of alerts are made of. */
const ANY: unknown = Object.assign(Object(PLACE), {
  text: place,
  amount: place,
  day: place,
  has: () => true,
  now: true,
})
const asText = (value: unknown): string | null => {
  if (typeof value === 'string') return value
  if (typeof value !== 'function') return null
  return String(value(...Array.from({ length: value.length }, () => ANY)))
}
function untranslated(en: unknown, hi: unknown): readonly RegExp[] {
  const [one, other] = [asText(en), asText(hi)]
  if (one !== null) {
    const letters = one.replaceAll(PLACE, '').replace(/[^a-z]/gi, '')
    if (one === other || letters.length < 3) return []
    const parts = one.split(PLACE).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    return [new RegExp(`^${parts.join('.*')}$`)]
  }
  if (typeof en !== 'object' || en === null || typeof hi !== 'object' || hi === null) return []
  const [from, to]: [Record<string, unknown>, Record<string, unknown>] = [{ ...en }, { ...hi }]
  return Object.keys(from).flatMap((name) => untranslated(from[name], to[name]))
}

describe('in Hindi', () => {
  let journeys: Journeys
  beforeAll(async () => {
    journeys = await openJourneys()
    await journeys.demo.fill()
  })
  afterAll(() => journeys[Symbol.asyncDispose]())

  it('every page opens without an English text that the catalogue has in Hindi', async () => {
    const { demo, signedIn } = journeys
    const english = await englishTexts()
    expect(english.length).toBeGreaterThan(300)
    const { page, context, faults } = await signedIn('owner')
    await page.getByRole('button', { name: 'Your menu' }).click()
    await page.getByRole('menuitem', { name: 'हिन्दी में देखें' }).click()
    await page.getByRole('link', { name: 'उपयोग लॉग' }).waitFor()
    const left: string[] = []
    for (const name of PAGES) {
      await page.goto(`${demo.url}/console/${name}`)
      await settled(page)
      expect(await page.evaluate('document.documentElement.lang')).toBe('hi')
      // What is read, and what is said of it: labels, placeholders, titles.
      const shown: readonly string[] = await page.evaluate(`(() => {
        const found = new Set()
        const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
        while (walk.nextNode()) if (!walk.currentNode.parentElement.closest('script, pre')) found.add(walk.currentNode.data.trim())
        for (const one of document.querySelectorAll('[aria-label], [title], [placeholder]'))
          for (const name of ['aria-label', 'title', 'placeholder']) found.add((one.getAttribute(name) ?? '').trim())
        return [...found].filter((text) => text !== '')
      })()`)
      for (const text of shown)
        if (!DATA.has(text) && english.some((one) => one.test(text))) left.push(`${name || 'home'}: ${text}`)
    }
    expect([...left, ...faults.found]).toEqual([])
    await context.close()
  })
})
