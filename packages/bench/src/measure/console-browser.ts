import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import * as z from 'zod'

/** What `test/browser/chromium.ts` unpacks at the first `npm test`. */
const UNPACKED = fileURLToPath(new URL('../../../../test/browser/chromium/node_modules/.unpacked', import.meta.url))
const TIMEOUT_MS = 300_000
/** The slow 4G of Lighthouse: 1.6 Mbit/s down, 750 kbit/s up, 150 ms. */
const SLOW_4G = {
  ...{ offline: false, latency: 150 },
  ...{ downloadThroughput: (1.6 * 1024 * 1024) / 8, uploadThroughput: (750 * 1024) / 8 },
}
const SLOWER = 4
const PHONE = { width: 360, height: 740 }
/** Notes when Home shows its figures, in milliseconds since the page was asked for. The policy of the page lets nothing be evaluated later. */
const NOTE_USABLE = `(function look() {
  const shown = document.querySelector('h1') && !document.querySelector('[aria-busy="true"]') && document.body.innerText.includes('₹')
  if (shown) window.usableAt = performance.now()
  else requestAnimationFrame(look)
})()`
/** What was asked for until then. */
const ASKED = `performance.getEntriesByType('resource').filter((one) => one.startTime < window.usableAt).map((one) => one.name)`
/** Layout shifts that nobody caused, from the first one on. */
const SHIFTS = `window.shifted = 0; new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value
}).observe({ type: 'layout-shift', buffered: true })`

/** @throws Where it was not unpacked. */
export async function openBrowser(): Promise<Browser> {
  const own = process.env['PARAKH_CHROMIUM']
  if (own === undefined && !existsSync(UNPACKED))
    throw new Error('There is no browser: run npm test once, or name one by PARAKH_CHROMIUM')
  return await chromium.launch({
    executablePath: own ?? `${UNPACKED}/chromium`,
    env: {
      ...process.env,
      ...(own === undefined && {
        ...{ LD_LIBRARY_PATH: `${UNPACKED}/al2023/lib`, FONTCONFIG_FILE: `${UNPACKED}/fonts.conf`, HOME: UNPACKED },
      }),
    },
    args: ['--no-sandbox', '--headless=shell'],
  })
}

async function pageOf(context: BrowserContext): Promise<Page> {
  context.setDefaultTimeout(TIMEOUT_MS)
  return await context.newPage()
}

/** Waits until a page shows what it asked for. */
async function settled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor()
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
  await page.waitForLoadState('networkidle')
}

/** Signs in by the link of an invitation. */
export async function signIn(browser: Browser, link: string): Promise<BrowserContext> {
  const context = await browser.newContext()
  const page = await pageOf(context)
  await page.goto(link)
  await page.getByRole('button', { name: 'Accept the invitation' }).click()
  await page.getByRole('heading', { level: 1, name: /Home|Welcome/ }).waitFor()
  await page.close()
  return context
}

/** What a page asks the admin API for. */
export interface Asked {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

/** Opens a page, and notes what it reads. */
export async function requestsOf(context: BrowserContext, url: string): Promise<readonly Asked[]> {
  const page = await pageOf(context)
  const sent: Promise<Asked>[] = []
  page.on('request', (request) => {
    if (request.method() === 'GET' && request.url().includes('/admin/v1/'))
      sent.push(request.allHeaders().then((headers) => ({ url: request.url(), headers })))
  })
  await page.goto(url)
  await settled(page)
  const asked = await Promise.all(sent)
  await page.close()
  return asked
}

/** A first visit. */
export interface Visit {
  readonly usableMs: number
  readonly layoutShift: number
  /** Addresses of what was asked for until Home was usable. */
  readonly asked: readonly string[]
}

/** A first visit of Home on a phone: slow network, slow processor, nothing kept. */
export async function firstVisit(browser: Browser, signedIn: BrowserContext, url: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: PHONE })
  await context.addCookies(await signedIn.cookies())
  const page = await pageOf(context)
  await page.addInitScript(SHIFTS)
  await page.addInitScript(NOTE_USABLE)
  const protocol = await context.newCDPSession(page)
  await protocol.send('Network.enable')
  await protocol.send('Network.emulateNetworkConditions', SLOW_4G)
  await protocol.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await page.goto(url)
  await settled(page)
  const usableMs = Number(await page.evaluate('window.usableAt'))
  const asked = z.array(z.string()).parse(await page.evaluate(ASKED))
  const layoutShift = Number(await page.evaluate('window.shifted'))
  await context.close()
  return { usableMs, layoutShift, asked }
}
