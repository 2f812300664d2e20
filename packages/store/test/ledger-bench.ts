import { inr, type LedgerHead, type Store } from '@parakh/core'
import { type ManualClock, manualClock } from '@parakh/testkit'
import knex, { type Knex } from 'knex'
import { vi } from 'vitest'
import type { TestDatabase } from './databases.ts'
import { admit, openPayer, openStore, type Payer, settle } from './store-bench.ts'

/** A store with its rows within reach, as somebody has who may write to the database. */
export interface LedgerBench {
  readonly store: Store
  readonly clock: ManualClock
  readonly tables: Knex
  readonly payers: readonly Payer[]
  /** Makes so many paid calls, and some that are not. */
  pay(calls: number): Promise<void>
  /** As {@link closePeriod}. */
  closePeriod(): Promise<LedgerHead | null>
  close(): Promise<void>
}

/** Closes a period, and tries again while a test beside this one keeps a transaction of the shared cluster open. */
export const closePeriod = ({ ledger }: Store): Promise<LedgerHead | null> =>
  vi.waitFor(() => ledger.close(), { timeout: 30_000, interval: 100 })

/** Opens a store with two payers on a test's database. */
export async function openLedgerBench(database: TestDatabase): Promise<LedgerBench> {
  const clock = manualClock()
  const store = await openStore(database, { clock })
  const tables = openTables(database)
  const payers = [await openPayer(store, inr('5000')), await openPayer(store, inr('5000'))]
  let made = 0
  return {
    store,
    clock,
    tables,
    payers,
    async pay(calls) {
      const pay = async (): Promise<void> => {
        const payer = payers[made % payers.length]
        made += 1
        const reference = `call-${made}`
        if (!payer) return
        await admit(store, payer, reference)
        await settle(store, payer, reference)
      }
      await Promise.all(Array.from({ length: calls }, pay))
    },
    closePeriod: () => closePeriod(store),
    async close() {
      await tables.destroy()
      await store.close()
      await database.drop()
    },
  }
}

/** A connection of its own. */
export function openTables({ options }: TestDatabase): Knex {
  if ('knex' in options) throw new TypeError('a test database is opened by its address')
  if (options.client === 'pg') return knex({ client: 'pg', connection: String(options.connection) })
  const { filename } = options
  return knex({ client: 'sqlite3', connection: { filename }, useNullAsDefault: true })
}

/** Reproducible numbers from 0 up to `below`. */
export function pseudoRandom(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 4_294_967_296) * below)
  }
}
