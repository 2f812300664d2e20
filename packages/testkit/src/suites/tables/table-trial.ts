import { type Environment, inr, type Money, type Store, type TableAccess, type TableStore, zero } from '@parakh/core'
import { type Payer, type StoreBench, StoreTrial } from '../store/store-trial.ts'
import { composedReferrals, referralTables } from './referral-plugin.ts'

/** A store with the tables of a plugin. */
export class TableTrial extends StoreTrial {
  readonly plugin: TableStore
  readonly tables: TableAccess
  #count = 0

  private constructor(bench: StoreBench, plugin: TableStore) {
    super(bench)
    this.plugin = plugin
    this.tables = plugin.access(referralTables)
  }

  /** Gives the tables to a store and migrates it. */
  static async open(bench: StoreBench): Promise<TableTrial> {
    return new TableTrial(bench, await withReferrals(bench.store))
  }
  /** Another process. */
  async second(): Promise<TableStore> {
    if (!this.bench.second) throw new Error('the bench gives a second store')
    return await withReferrals(await this.bench.second())
  }

  /** A referral of an account, whose friend nobody else has. */
  referral(accountId: string, friend = `friend-${this.#count + 1}`) {
    this.#count += 1
    return { id: `r-${String(this.#count).padStart(6, '0')}`, account_id: accountId, friend, reward: inr('5') }
  }
  async account(funds: Money = zero): Promise<Payer & { readonly environment: Environment }> {
    return await this.payer(funds)
  }
}

async function withReferrals(store: Store): Promise<TableStore> {
  if (!store.pluginTables) throw new Error('the store keeps tables of plugins')
  store.pluginTables.use([composedReferrals])
  await store.migrate()
  return store.pluginTables
}
