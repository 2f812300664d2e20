import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Accounts, type Environment, inr, Keys, type Plugin, type Service, Wallet } from '@parakh/core'
import { createServer, loadConfig, type Server } from '@parakh/server'
import * as z from 'zod'

const nothing = () => undefined
const quiet = { debug: nothing, info: nothing, warn: nothing, error: nothing }
/** Windows that no test fills. */
const WIDE = { perEndpoint: 1e6, sandbox: 1e6, production: 1e6, inFlight: 1e5, failedAuth: 1e6, unknownKeys: 1e6 }
/** Dearer than anything that the sandbox sells. */
const FUNDS = inr('1000000')
const Balance = z.object({ data: z.object({ balance: z.number() }) })

/** An account with funds and a key. */
export interface TestAccount {
  readonly apiKey: string
  readonly apiSecret: string
  readonly headers: Readonly<Record<string, string>>
  /** What its wallet has, in whole paise. */
  paise(): Promise<number>
}

/** This folder's server, listening, on a database of its own. */
export interface ServedSandbox extends AsyncDisposable {
  readonly url: string
  readonly server: Server
  /** What is fetched beside calls: `/openapi.json`. */
  fetchJson(path: string): Promise<unknown>
  /** A new one, in the sandbox unless said otherwise. */
  account(environment?: Environment): Promise<TestAccount>
}

async function openAccount({ host }: Server, url: string, environment: Environment): Promise<TestAccount> {
  const { id } = await host.get(Accounts).create({ name: 'Test', role: 'developer' })
  await host.get(Accounts).approveKyc(id)
  const credit = { accountId: id, environment, amount: FUNDS, reference: 'test', actor: 'test' } as const
  await host.get(Wallet).credit(credit)
  const { key, apiSecret } = await host.get(Keys).create({ accountId: id, environment })
  const headers = { 'x-api-key': key.publicId, 'x-api-secret': apiSecret }
  return {
    ...{ apiKey: key.publicId, apiSecret, headers },
    async paise() {
      const { data } = Balance.parse(await (await fetch(`${url}/api/v1/balance`, { headers })).json())
      return Math.round(data.balance * 100)
    },
  }
}

/**
 * Serves `parakh.yaml` as it is, but for the database, the port and the rate limits.
 *
 * @param change Returns the plugins to serve.
 * @param services Further services, such as a mailer.
 */
export async function servedSandbox(
  change: (plugins: readonly Plugin[]) => readonly Plugin[] = (plugins) => plugins,
  services: readonly Service[] = [],
): Promise<ServedSandbox> {
  const file = fileURLToPath(new URL('parakh.yaml', import.meta.url))
  const how = { environment: {}, development: true, listen: { port: 0 }, logger: quiet }
  const config = await loadConfig(file, how)
  const folder = await mkdtemp(join(tmpdir(), 'parakh-sandbox-'))
  const database = { client: 'sqlite3', filename: join(folder, 'test.db') } as const
  const plugins = change(config.plugins)
  const server = await createServer({ ...config, plugins, database, rateLimits: WIDE, services }, { logger: quiet })
  const { url } = await server.listen()
  return {
    ...{ url, server },
    fetchJson: async (path) => await (await fetch(`${url}${path}`)).json(),
    account: (environment = 'sandbox') => openAccount(server, url, environment),
    async [Symbol.asyncDispose]() {
      await server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
