import { Accounts, inr, Keys, newestUsage, type Price, type Role, Store, Wallet } from '@parakh/core'
import resale, { Commissions, type PriceChange, Prices, Quotes } from '@parakh/resale'
import { type Config, checkConfig, openHost } from '@parakh/server'
import { databaseOn } from '../../../test/databases.ts'
import { lookup } from './lookup-plugin.ts'
import { secretsForTest } from './server-for-test.ts'

const environment = 'sandbox'
const actor = 'asha'
/** In the sandbox wallet of the payer. */
export const FUNDS = inr('5000')
const limits = { perEndpoint: 100_000, sandbox: 100_000, production: 100_000, inFlight: 1_000 }

/** Hosts with a line of accounts each, and the hosts to stop after a test. */
export function linesForTest() {
  const endings: (() => Promise<unknown>)[] = []
  async function databaseOf(engine: 'sqlite3' | 'pg'): Promise<NonNullable<Config['database']>> {
    const { options, drop } = await databaseOn(engine)
    endings.push(drop)
    return options
  }

  /** A host with a customer below a retailer, a distributor and a master distributor. */
  async function openLine(engine: 'sqlite3' | 'pg', more: Partial<Config> = {}) {
    const plugins = [lookup(), resale()]
    const database = more.database ?? (await databaseOf(engine))
    const checked = await checkConfig({ plugins, secrets: secretsForTest(), rateLimits: limits, ...more, database })
    const host = await openHost(checked, { migrate: true, logger: false })
    endings.push(() => host.stop())
    const open = async (role: Role, parentId: string | null) =>
      (await host.get(Accounts).create({ name: role, role, parentId })).id
    const top = await open('master_distributor', null)
    const middle = await open('distributor', top)
    const shop = await open('retailer', middle)
    const payer = await open('customer', shop)
    const { key } = await host.get(Keys).create({ accountId: payer, environment })
    const funds = { accountId: payer, environment, amount: FUNDS, reference: 'funds', actor } as const
    await host.get(Wallet).credit(funds)
    const rate = (accountId: string, basisPoints: number) =>
      host.get(Commissions).set({ accountId, basisPoints, actor })
    const call = (endpoint: string) => host.call(endpoint, { code: 'AA00' }, { keyId: key.id })
    const totals = (accountId: string) => host.get(Commissions).totals(accountId, environment)
    const price = (endpoint: string, amount: Price, of: Partial<PriceChange> = {}) =>
      host.get(Prices).set({ endpoint, price: amount, accountId: null, role: null, fromCalls: 0, actor, ...of })
    const quote = (endpoint: string) => host.get(Quotes).explain({ endpoint, accountId: payer, environment })
    return { host, top, middle, shop, payer, rate, call, totals, price, quote }
  }
  const end = async (): Promise<void> => {
    for (const one of endings.splice(0).reverse()) await one()
  }
  return { endings, databaseOf, openLine, end }
}
export type Line = Awaited<ReturnType<ReturnType<typeof linesForTest>['openLine']>>

/** Calls of the payer, newest first. */
export const soldIn = async ({ host, payer }: Line) =>
  await newestUsage(
    host.get(Store).usageLog,
    { accountId: payer, environment },
    { from: 0, until: Number.MAX_SAFE_INTEGER, limit: 1_000 },
  )
