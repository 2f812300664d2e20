import { request } from 'node:http'
import { openHost } from '@parakh/server'
import type { Browser, BrowserContext } from 'playwright-core'
import * as z from 'zod'
import { parakhConfig } from '../servers/parakh-config.ts'
import { type Asked, firstVisit, openBrowser, requestsOf, signIn } from './console-browser.ts'
import { type MeasuredServer, type Place, startMeasuredServer, withPostgres } from './measured-server.ts'
import { at, median } from './median.ts'
import { GROWN, seed } from './seed.ts'
import { circumstances, REPETITIONS } from './settings.ts'
import { milliseconds, table } from './table.ts'

const QUERIES = 200
/** Asked before, and not counted. */
const FIRST = 5
/** One account has nine rows in ten: those of `seed` that are no caller's. */
const SIZE = { ...GROWN, wallets: 1, rolledUp: true }
const LARGEST = 'seed1000000000'
const PAGES = [
  ...['', 'keys', 'usage', 'usage?outcome=failed', 'analytics', 'webhooks', 'orders', 'wallet'],
  ...['plan', 'invoices', 'kyc', 'audit', 'team', 'security'],
]
const Link = z.object({ link: z.string() })

type Row = readonly (string | number)[]

/** What the first load of the console weighs, when Home is usable on a phone, and how soon pages have their data at the size of `growth`. */
export const consolePages = (): Promise<string> =>
  withPostgres(async (postgres) => {
    const browser = await openBrowser()
    try {
      const sqlite: MeasuredServer = { name: 'SQLite', server: 'parakh', source: 'upstream' }
      const visits: Row[] = []
      const rows: Row[] = []
      for (const server of [sqlite, { ...sqlite, name: 'PostgreSQL', postgres }])
        await onServer(server, browser, async (url, context) => {
          if (visits.length === 0) visits.push(...(await visit(browser, context, url)))
          for (const page of PAGES) rows.push([server.name, page || 'home', ...(await pageData(context, url, page))])
        })
      const head = ['database', 'page', 'requests', 'slowest of them', 'its p50 / p95 / longest ms']
      const said = circumstances(
        `one process, ${SIZE.usageRows} rows of usage, nine tenths of them of the account that looks; each request of a page ${QUERIES} times, one after the other.`,
      )
      return `${said}\n\n${table(['first load', 'figure'], visits)}\n\n${table(head, rows)}`
    } finally {
      await browser.close()
    }
  })

async function onServer(
  server: MeasuredServer,
  browser: Browser,
  work: (url: string, context: BrowserContext) => Promise<void>,
): Promise<void> {
  const place = await startMeasuredServer(server)
  await place.stop()
  await seed(place, SIZE)
  const path = new URL(await invitation(place))
  const running = await startMeasuredServer(server, place)
  try {
    // Chromium keeps a cookie that asks for TLS on this name, not on an address.
    const url = (running.servers[0]?.url ?? '').replace('127.0.0.1', 'localhost')
    const context = await signIn(browser, `${url}${path.pathname}${path.hash}`)
    await work(url, context)
    await context.close()
  } finally {
    await running.close()
  }
}

async function invitation({ own, secrets }: Place): Promise<string> {
  const host = await openHost(parakhConfig({ database: own.database, secrets, source: 'upstream' }), { logger: false })
  const person = { email: 'owner@bench.example', role: 'owner', account_id: LARGEST, production: true, show_link: true }
  const invited = await host.run('people.invite', person, { operator: 'bench' })
  await host.stop()
  return Link.parse(invited).link
}

/** Bytes of scripts and styles, as they are sent. */
async function weightOf(asked: readonly string[]): Promise<readonly Row[]> {
  const weigh = async (kind: string, encoding: string): Promise<string> => {
    const bodies = await Promise.all(asked.filter((url) => url.endsWith(kind)).map((url) => sent(url, encoding)))
    return `${(bodies.reduce((sum, body) => sum + body.length, 0) / 1000).toFixed(1)} kB`
  }
  return [
    ['scripts until Home is usable, gzip / brotli', `${await weigh('.js', 'gzip')} / ${await weigh('.js', 'br')}`],
    ['styles, gzip / brotli', `${await weigh('.css', 'gzip')} / ${await weigh('.css', 'br')}`],
  ]
}

/** A body as it was sent: `fetch` would unpack it. */
const sent = (url: string, encoding: string): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const asked = request(url, { headers: { 'accept-encoding': encoding } }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () => resolve(Buffer.concat(parts)))
    })
    asked.on('error', reject)
    asked.end()
  })

async function visit(browser: Browser, context: BrowserContext, url: string): Promise<readonly Row[]> {
  const visits = []
  for (let repetition = 0; repetition < REPETITIONS; repetition += 1)
    visits.push(await firstVisit(browser, context, `${url}/console/?environment=production`))
  const times = visits.map(({ usableMs }) => usableMs)
  const shifts = visits.map(({ layoutShift }) => layoutShift)
  return [
    ...(await weightOf(visits[0]?.asked ?? [])),
    [
      'Home usable at 360 px, 1.6 Mbit/s, 150 ms, processor 4 times slower: median / longest',
      `${median(times).toFixed(0)} / ${Math.max(...times).toFixed(0)} ms`,
    ],
    ['cumulative layout shift, the largest', Math.max(...shifts).toFixed(3)],
  ]
}

async function pageData(context: BrowserContext, url: string, page: string): Promise<Row> {
  const address = `${url}/console/${page}${page.includes('?') ? '&' : '?'}environment=production`
  const asked = await requestsOf(context, address)
  const measured: { name: string; times: Float64Array }[] = []
  for (const one of asked) measured.push({ name: nameOf(one), times: await timesOf(one) })
  const [slowest] = measured.sort((one, other) => at(other.times, 0.95) - at(one.times, 0.95))
  if (!slowest) return [0, '', '']
  const shown = [0.5, 0.95, 1].map((share) => milliseconds(at(slowest.times, share))).join(' / ')
  process.stderr.write(`${page || 'home'}: ${slowest.name} ${shown}\n`)
  return [asked.length, `\`${slowest.name}\``, shown]
}

const nameOf = ({ url }: Asked): string => {
  const { pathname, searchParams } = new URL(url)
  const filters = [...searchParams].filter(([name]) => ['outcome', 'by', 'group'].includes(name))
  const shown = filters.map(([name, value]) => `${name}=${value}`).join('&')
  return `${pathname.replace('/admin/v1', '').replaceAll(LARGEST, '{account_id}')}${shown === '' ? '' : `?${shown}`}`
}

/** In order. @throws Where it is not answered: nothing is measured. */
async function timesOf({ url, headers }: Asked): Promise<Float64Array> {
  const own = Object.fromEntries(
    Object.entries(headers).filter(([name]) => ['cookie', 'x-console-account', 'accept'].includes(name)),
  )
  const times: number[] = []
  for (let query = -FIRST; query < QUERIES; query += 1) {
    const started = performance.now()
    const reply = await fetch(url, { headers: own })
    await reply.arrayBuffer()
    if (!reply.ok) throw new Error(`${url} was answered ${reply.status}`)
    if (query >= 0) times.push(performance.now() - started)
  }
  return Float64Array.from(times).sort()
}
