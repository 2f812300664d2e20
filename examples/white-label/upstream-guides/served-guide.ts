import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Accounts, Clock, inr, Keys, rupees, service, Wallet } from '@parakh/core'
import { createServer, loadConfig, type Server } from '@parakh/server'
import { collectingLogger, type ManualClock, manualClock, SELF_SIGNED_CERTIFICATE } from '@parakh/testkit'
import type { GuidePage } from './guide-page.ts'
import { type PlayedUpstream, playedUpstream } from './guide-upstream.ts'

/** What the README of the guides says that a caller's wallet has at first. */
const FUNDS = inr('200')
/** Plugins are found from below this folder, which depends on them; what lies in `node_modules` is nobody's source. */
const PARENT = fileURLToPath(new URL('../node_modules/', import.meta.url))
const FIRST = [
  'brand: { name: Acme Verify }',
  'database: { client: sqlite3, filename: ./guide.db }',
  'server: { port: 0 }',
]
const HEAD = 'plugins:\n'

/** A production account that passed KYC and has funds, and its key. */
export interface Customer {
  readonly apiKey: string
  readonly headers: Readonly<Record<string, string>>
  /** In INR. */
  wallet(): Promise<{ readonly balance: number; readonly held: number }>
}

/** The server of a page, as its section of `parakh.yaml` makes it, and the upstream that the page describes. */
export interface ServedGuide extends AsyncDisposable {
  readonly url: string
  readonly server: Server
  readonly upstream: PlayedUpstream
  /** The variables of the pages. */
  readonly environment: Readonly<Record<string, string>>
  readonly clock: ManualClock
  customer(): Promise<Customer>
}

/** The text of `parakh.yaml`: the sections of the pages under one head, below what any server needs. */
function configurationOf(pages: readonly GuidePage[]): string {
  const sections = pages.map((page) => page.block('section', page.id).text)
  const headless = sections.filter((section) => !section.startsWith(HEAD))
  if (headless.length > 0) throw new TypeError('a section does not begin with "plugins:"')
  return `${FIRST.join('\n')}\n${HEAD}${sections.map((section) => section.slice(HEAD.length)).join('')}`
}

/** The variables of the pages. */
function variablesOf(pages: readonly GuidePage[]): Record<string, string> {
  const lines = pages.flatMap((page) => page.block('environment', page.id).text.trim().split('\n'))
  return Object.fromEntries(lines.map((line) => line.split(/=(.*)/s, 2)))
}

/** The same; those that name the upstream name the played one, with their own paths. */
const environmentOf = (variables: Readonly<Record<string, string>>, upstreamUrl: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [name, value.replace(/^https:\/\/[^/]+/, upstreamUrl)]),
  )

/** The files of a page whose source wants a client certificate: that of the upstream itself, which nobody else vouches for. */
const TLS_FILES = {
  'client.crt': SELF_SIGNED_CERTIFICATE.cert,
  'client.key': SELF_SIGNED_CERTIFICATE.key,
  'source-ca.crt': SELF_SIGNED_CERTIFICATE.cert,
}
const TLS = { tls: { ...SELF_SIGNED_CERTIFICATE, clientCa: SELF_SIGNED_CERTIFICATE.cert } }
const wantsTls = (pages: readonly GuidePage[]): boolean =>
  pages.some((page) => page.block('section', page.id).text.includes('tls:'))

async function openCustomer({ host }: Server): Promise<Customer> {
  const environment = 'production'
  const { id } = await host.get(Accounts).create({ name: 'A customer', role: 'developer' })
  await host.get(Accounts).approveKyc(id)
  await host.get(Wallet).credit({ accountId: id, environment, amount: FUNDS, reference: 'UTR1', actor: 'test' })
  const { key, apiSecret } = await host.get(Keys).create({ accountId: id, environment })
  return {
    apiKey: key.publicId,
    headers: { 'x-api-key': key.publicId, 'x-api-secret': apiSecret },
    async wallet() {
      const { balance, held } = await host.get(Wallet).balance(id, environment)
      return { balance: rupees(balance), held: rupees(held) }
    },
  }
}

/**
 * Serves the sections of pages: written as a file below this package, read from there, with a database of its own.
 *
 * @param pages The page, and those whose plugins it needs besides.
 */
export async function servedGuide(pages: readonly GuidePage[]): Promise<ServedGuide> {
  const variables = variablesOf(pages)
  const upstream = await playedUpstream(variables, wantsTls(pages) ? TLS : {})
  const folder = await mkdtemp(join(PARENT, '.upstream-guides-'))
  const dispose = async () => {
    await upstream[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const file = join(folder, 'parakh.yaml')
    await writeFile(file, configurationOf(pages))
    if (wantsTls(pages)) for (const [name, text] of Object.entries(TLS_FILES)) await writeFile(join(folder, name), text)
    const [clock, logger] = [manualClock(), collectingLogger()]
    const environment = environmentOf(variables, upstream.url)
    const config = await loadConfig(file, { environment, allowDevelopmentSecrets: true, logger })
    const services = [service(Clock, {}, () => clock)]
    const server = await createServer({ ...config, services }, { logger })
    const { url } = await server.listen()
    return {
      ...{ url, server, upstream, environment, clock },
      customer: () => openCustomer(server),
      async [Symbol.asyncDispose]() {
        await server.close()
        await dispose()
      },
    }
  } catch (thrown) {
    await dispose()
    throw thrown
  }
}
