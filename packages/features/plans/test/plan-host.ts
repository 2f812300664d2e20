import { Accounts, Clock, inr, Keys, PluginTables, Store, service, Wallet } from '@parakh/core'
import { decide, type Host } from '@parakh/kernel'
import { openHost } from '@parakh/server'
import { createStore, type StoreOptions } from '@parakh/store'
import { collectingLogger, type ManualClock } from '@parakh/testkit'
import type * as z from 'zod'
import { databaseOn } from '../../../../test/databases.ts'
import { live, lookup, secretsForTest, systemClock, ulidIds } from '../../../../test/server.ts'
import plans from '../src/index.ts'
import type { PlanSettings } from '../src/settings.ts'

/** A database for several hosts, each like a process. */
export interface PlanPlace {
  open(clock: ManualClock, given?: PlanHostOptions): Promise<Host>
  /** Closes the opened hosts, and removes the database. */
  end(): Promise<void>
}
/** Plans as they stand in a configuration. */
export type OfferedInput = z.input<(typeof PlanSettings)['definition']['schema']>['offered']
/** The options of a host. */
export interface PlanHostOptions {
  readonly offered?: OfferedInput
  /** The source's answer to a code. */
  readonly find?: Parameters<typeof live>[0]
}

const asha = async (code: string) => ({ code, name: 'Asha' })

/** Hosts whose clock a test sets, also on PostgreSQL, where they do not use the database's time. */
export async function planPlace(client: 'sqlite3' | 'pg'): Promise<PlanPlace> {
  const { options: database, drop } = await databaseOn(client)
  const ends: (() => Promise<void>)[] = []
  const secrets: StoreOptions['secrets'] = {
    pepper: [{ id: 'p', value: 'a pepper for tests alone' }],
    masterKey: [{ id: 'm', value: Buffer.alloc(32, 1).toString('base64') }],
  }
  const configSecrets = secretsForTest()
  return {
    async open(clock, { offered, find = asha } = {}) {
      // Ids differ between hosts, as between processes, although the clock does not move.
      const [ids, logger] = [ulidIds(systemClock()), collectingLogger()]
      const { now: _, ...store } = await createStore({ database, decide, secrets, clock, ids, logger })
      const ownStore = service(Store, { composed: PluginTables }, async ({ composed }) => {
        store.pluginTables?.use(composed)
        await store.migrate()
        return store
      })
      const host = await openHost(
        {
          ...{
            plugins: [lookup({ live: live(find) }), plans(offered === undefined ? {} : { offered })],
            secrets: configSecrets,
          },
          rateLimits: { perEndpoint: 10_000, production: 10_000, sandbox: 10_000, inFlight: 1_000 },
          services: [ownStore, service(Clock, {}, () => clock)],
        },
        { logger },
      )
      ends.push(async () => {
        await host.stop()
        await store.close()
      })
      return host
    },
    async end() {
      for (const end of ends.splice(0).reverse()) await end()
      await drop()
    },
  }
}

/** An account with a key of each environment, and money in its production wallet. */
export async function subscriberOn(host: Host, funds: ReturnType<typeof inr> = inr('2000')) {
  const { id: accountId } = await host.get(Accounts).create({ name: 'Acme', role: 'developer' })
  await host.get(Accounts).approveKyc(accountId)
  const credit = { accountId, environment: 'production', amount: funds, reference: 'first', actor: 'test' } as const
  await host.get(Wallet).credit(credit)
  const keyOf = async (environment: 'sandbox' | 'production') => {
    const { key, apiSecret } = await host.get(Keys).create({ accountId, environment })
    return { apiKey: key.publicId, apiSecret }
  }
  return { accountId, sandbox: await keyOf('sandbox'), production: await keyOf('production') }
}
