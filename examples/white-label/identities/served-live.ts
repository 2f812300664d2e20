import { mkdtemp, rm } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  Accounts,
  AdminTokens,
  Clock,
  inr,
  Keys,
  Logger,
  type Money,
  Store,
  service,
  Upstream,
  Wallet,
} from '@parakh/core'
import { createServer, loadConfig, type Server } from '@parakh/server'
import { type CollectingLogger, collectingLogger, fakeUpstream, type ManualClock, manualClock } from '@parakh/testkit'
import { createUpstream } from '@parakh/upstream'
import { type MailServer, mailServer } from '../../../test/mail-server.ts'
import { LiveSources, live } from './live-sources.ts'
import type { InventedPerson } from './people.ts'

const WIDE = { perEndpoint: 1e6, sandbox: 1e6, production: 1e6, inFlight: 1e5, failedAuth: 1e6, unknownKeys: 1e6 }
/** Quick repetitions, and a circuit that stays closed: every failure is to be met. */
const QUICK = { minBackoffMs: 1, maxBackoffMs: 2, circuitFailures: 1_000 }
const LOCAL = ['127.0.0.1']

/** Where webhooks arrive. */
async function webhookReceiver() {
  const received: string[] = []
  const server = createHttpServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    received.push(`${JSON.stringify(request.headers)}\n${Buffer.concat(chunks).toString('utf8')}`)
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { received, url: `http://127.0.0.1:${port}/`, close: () => void server.close() }
}

/** Who asks, of production. */
export interface Customer {
  readonly id: string
  readonly apiKey: string
  readonly headers: Readonly<Record<string, string>>
}

/** A server with everything that leaves it or stays. */
export interface ServedLive extends AsyncDisposable {
  readonly url: string
  readonly host: Server['host']
  readonly clock: ManualClock
  readonly logger: CollectingLogger
  readonly mails: MailServer['mails']
  /** Headers and bodies. */
  readonly webhooks: readonly string[]
  /** Where webhooks are received. */
  readonly receiver: string
  readonly sources: LiveSources
  /** Of its database. */
  readonly folder: string
  /** An account with a key of production. @param funds 1,000,000 INR unless given. */
  customer(funds?: Money): Promise<Customer>
  /** A token for everything. */
  operatorToken(): Promise<string>
  backup(name: string): Promise<unknown>
  close(): Promise<void>
}

/** `parakh.yaml` in production: every plugin has a source, a mail server, and somebody who is told by webhooks. */
export async function servedLive(people: readonly InventedPerson[]): Promise<ServedLive> {
  const [upstream, mails, receiver] = [await fakeUpstream(), await mailServer(), await webhookReceiver()]
  const [clock, logger] = [manualClock(), collectingLogger()]
  const file = fileURLToPath(new URL('../parakh.yaml', import.meta.url))
  const config = await loadConfig(file, { environment: {}, development: true, listen: { port: 0 }, logger })
  const folder = await mkdtemp(join(tmpdir(), 'parakh-identities-'))
  const plugins = config.plugins.map((plugin) => {
    const { id, options } = plugin
    if (id === 'otp') return { ...plugin, options: { ...options, live: { provider: 'smtp', ...mails.options } } }
    if (id === 'webhooks') return { ...plugin, options: { ...options, allowInsecure: true, allowTargets: LOCAL } }
    return id === 'ifsc' ? plugin : live(plugin, upstream.url)
  })
  const database = { client: 'sqlite3', filename: join(folder, 'people.db') } as const
  const quick = service(Upstream, { clock: Clock, logger: Logger }, (parts) =>
    createUpstream({ ...parts, settings: QUICK }),
  )
  const services = [...config.services, service(Clock, {}, () => clock), quick]
  const server = await createServer({ ...config, plugins, database, services, rateLimits: WIDE }, { logger })
  const { url } = await server.listen()
  const { host } = server
  const sources = new LiveSources(upstream, plugins, people)

  return {
    ...{
      url,
      host,
      clock,
      logger,
      mails: mails.mails,
      webhooks: receiver.received,
      receiver: receiver.url,
      sources,
      folder,
    },
    async customer(funds = inr('1000000')) {
      const environment = 'production'
      const { id } = await host.get(Accounts).create({ name: 'A customer', role: 'developer' })
      await host.get(Accounts).approveKyc(id)
      if (funds > 0)
        await host.get(Wallet).credit({ accountId: id, environment, amount: funds, reference: 'UTR1', actor: 'test' })
      const { key, apiSecret } = await host.get(Keys).create({ accountId: id, environment })
      return { id, apiKey: key.publicId, headers: { 'x-api-key': key.publicId, 'x-api-secret': apiSecret } }
    },
    async operatorToken() {
      const credential = { name: 'test', accountId: null, scopes: ['*'], expiresAt: null, actor: 'test' } as const
      return (await host.get(AdminTokens).create(credential)).secret
    },
    backup: (name: string) => host.get(Store).backup(join(folder, name)),
    close: () => server.close(),
    async [Symbol.asyncDispose]() {
      await server.close().catch(() => undefined)
      await upstream.close()
      await mails.close()
      receiver.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
