import { Accounts, Clock, Keys, type Money, type Plugin, service, zero } from '@parakh/core'
import type { Config } from '@parakh/server'
import { type FakeWalletOptions, fakeWallet, manualClock } from '@parakh/testkit'
import { adminForTest } from './admin-for-test.ts'
import { live, lookup } from './lookup-plugin.ts'

/** How the server is made. */
export interface ExternalWalletOptions extends FakeWalletOptions {
  readonly config?: Partial<Config>
  /** What the server has beside the wallet and an endpoint. */
  readonly features?: readonly Plugin[]
  /** What the account has in the external wallet. */
  readonly funds?: Money
}

/**
 * A server on SQLite whose production money is in an external wallet, with a clock that a test moves, and an account with a production
 * key. What runs beside calls runs from the first request on, each second.
 */
export async function externalWalletForTest({
  config = {},
  features = [],
  funds = zero,
  ...options
}: ExternalWalletOptions = {}) {
  const [fake, clock] = [fakeWallet(options), manualClock()]
  const test = await adminForTest({
    plugins: [lookup({ live: live(async (code) => ({ code, name: 'Asha' })) }), fake.plugin, ...features],
    services: [service(Clock, {}, () => clock)],
    wallet: { use: 'fake' },
    ...config,
  })
  const account = await test.account('developer')
  await test.host.get(Accounts).approveKyc(account.id)
  const owner = { accountId: account.id, environment: 'production' } as const
  const { key, apiSecret } = await test.host.get(Keys).create(owner)
  const headers = { 'x-api-key': key.publicId, 'x-api-secret': apiSecret }
  if (funds > 0) fake.fund(owner, funds)
  /** A call of the account, over HTTP. */
  const get = async (url: string) => {
    const reply = await test.app.inject({ url: `/api/v1${url}`, headers })
    return { status: reply.statusCode, headers: reply.headers, body: reply.json() }
  }
  const operate = async (method: 'GET' | 'POST' | 'PATCH', url: string, body?: object) => {
    const { status, json } = await test.ask({ method, url, as: test.operator, ...(body ? { body } : {}) })
    return { status, body: json() }
  }
  return { ...test, fake, clock, owner, accountId: account.id, key, get, operate }
}
/** The result of `externalWalletForTest`. */
export type ExternalWalletForTest = Awaited<ReturnType<typeof externalWalletForTest>>
