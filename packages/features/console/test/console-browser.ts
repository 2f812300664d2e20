import { type Browser, type BrowserContext, type Page, chromium as playwright } from 'playwright-core'
import { chromium } from '../../../../test/browser/chromium.ts'

const TIMEOUT_MS = 60_000

/** How a page is looked at. */
export interface View {
  /** In pixels. */
  readonly width: number
  readonly scheme: 'light' | 'dark'
}

/**
 * A real Chromium. Never the arguments of its package: they switch off the rules of the web, so that tests of them prove nothing.
 */
export async function openBrowser(): Promise<Browser> {
  const { executablePath, env } = await chromium()
  return await playwright.launch({
    executablePath,
    env: { ...process.env, ...env },
    args: ['--no-sandbox', '--headless=shell'],
  })
}

/** What a page did that it must not do: errors of scripts, violations of the policy, requests to other hosts. */
export interface Faults {
  readonly found: readonly string[]
}

/** A new browser profile with one page, whose faults are collected. */
export async function newPage(
  browser: Browser,
  url: string,
  { width, scheme }: View = { width: 1280, scheme: 'light' },
): Promise<{ page: Page; context: BrowserContext; faults: Faults }> {
  const context = await browser.newContext({
    ...{ colorScheme: scheme, locale: 'en-IN', timezoneId: 'Asia/Kolkata', reducedMotion: 'reduce' },
    viewport: { width, height: width < 600 ? 800 : 900 },
  })
  // It ends what hangs: no promise is about it.
  context.setDefaultTimeout(TIMEOUT_MS)
  const found: string[] = []
  const page = await context.newPage()
  page.on('pageerror', (error) => found.push(`script: ${error.message}`))
  page.on('console', (message) => {
    // A refused request is a line of the console too: pages show those.
    if (message.type() === 'error' && !message.text().includes('Failed to load resource')) found.push(message.text())
  })
  page.on('request', (request) => {
    const asked = request.url()
    if (!asked.startsWith(url) && !asked.startsWith('data:') && !asked.startsWith('blob:'))
      found.push(`outside: ${asked}`)
  })
  return { page, context, faults: { found } }
}

/** Waits until nothing is on its way any more: no request, no skeleton. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.locator('h1').first().waitFor()
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
}
