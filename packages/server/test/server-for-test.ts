import { randomBytes } from 'node:crypto'
import {
  Accounts,
  type Environment,
  inr,
  Keys,
  type Money,
  type Plugin,
  type Service,
  Store,
  service,
  Wallet,
} from '@parakh/core'
import { decide } from '@parakh/kernel'
import { type Config, createServer, type Server } from '@parakh/server'
import { collectingLogger, createMemoryStore, type MemoryStore } from '@parakh/testkit'
import { systemClock } from '../src/services/system-clock.ts'
import { ulidIds } from '../src/services/ulid-ids.ts'

/** Secrets of a test, one set per server. */
export const secretsForTest = (): NonNullable<Config['secrets']> => ({
  pepper: randomBytes(32).toString('base64'),
  masterKey: randomBytes(32).toString('base64'),
  jwtKeys: randomBytes(32).toString('base64'),
})

/** The options of a test server. */
export interface ServerForTestOptions {
  readonly plugins?: readonly Plugin[]
  readonly services?: readonly Service[]
  readonly config?: Partial<Config>
  /** In the sandbox wallet, beyond the 100 INR of every account. */
  readonly funds?: Money
  /** Default: true. */
  readonly development?: boolean
}

/** A server with a store in memory, an account and a sandbox key. */
export async function serverForTest(options: ServerForTestOptions = {}) {
  const clock = systemClock()
  const store: MemoryStore = createMemoryStore({ decide, clock, ids: ulidIds(clock) })
  const logger = collectingLogger()
  const server: Server = await createServer(
    {
      plugins: options.plugins ?? [],
      secrets: secretsForTest(),
      server: { port: 0 },
      ...options.config,
      services: [service(Store, {}, () => store), ...(options.services ?? [])],
    },
    { logger, development: options.development ?? true },
  )
  const { host } = server
  const account = await host.get(Accounts).create({ name: 'Acme', role: 'developer' })
  await host.get(Accounts).approveKyc(account.id)
  const key = async (environment: Environment) => {
    const { key, apiSecret } = await host.get(Keys).create({ accountId: account.id, environment })
    return {
      id: key.id,
      apiKey: key.publicId,
      apiSecret,
      headers: { 'x-api-key': key.publicId, 'x-api-secret': apiSecret },
    }
  }
  const funds = options.funds ?? inr('0')
  if (funds > 0) {
    const credit = {
      accountId: account.id,
      environment: 'sandbox' as const,
      amount: funds,
      reference: 'test',
      actor: 'test',
    }
    await host.get(Wallet).credit(credit)
  }
  return { server, app: server.app, host, store, logger, account, key, sandbox: await key('sandbox') }
}
/** The result of `serverForTest`. */
export type ServerForTest = Awaited<ReturnType<typeof serverForTest>>
