import { inr, isParakhError, type Store } from '@parakh/core'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postgresDatabase, type TestDatabase } from '../../../test/databases.ts'
import { admit, openPayer, openStore, type Payer, settle } from '../../../test/store-bench.ts'

const NEIGHBOURS = 20
const CALLS_EACH = 2
/** Longer than a call is tried. */
const GIVEN_UP_MS = 7_000
const LOCK = `select 1 from parakh_wallet where account_id = any($1) and environment = 'production' for update`
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe('calls of a wallet that another transaction holds locked, on PostgreSQL', { timeout: 60_000 }, () => {
  let database: TestDatabase
  let store: Store
  let holder: pg.Client
  let payers: readonly Payer[]
  let events: string[]
  let made = 0
  beforeAll(async () => {
    database = await postgresDatabase()
    store = await openStore(database)
    const opened: Payer[] = []
    // One after another: all at once wait for connections of the pool, which a slow machine does not forgive.
    while (opened.length < NEIGHBOURS + 2) opened.push(await openPayer(store, inr('1000')))
    payers = opened
    holder = new pg.Client('connection' in database.options ? String(database.options.connection) : '')
    await holder.connect()
  })
  afterAll(async () => {
    expect(await store.ledger.verify()).toMatchObject({ ok: true, broken: [] })
    await store.close()
    await holder.end()
    await database.drop()
  })

  /** Another transaction locks these wallets until the returned function is called. */
  const hold = async (...held: readonly Payer[]): Promise<() => Promise<void>> => {
    events = []
    await holder.query('begin')
    await holder.query(LOCK, [held.map(({ accountId }) => accountId)])
    return async () => {
      events.push('released')
      await holder.query('commit')
    }
  }
  /** A whole call; notes how it ended. */
  const call = async (payer: Payer, name: string): Promise<void> => {
    made += 1
    const reference = `call-${made}`
    try {
      expect(await admit(store, payer, reference)).toMatchObject({ kind: 'admitted' })
      expect(await settle(store, payer, reference)).toEqual({ kind: 'done' })
      events.push(`${name} done`)
    } catch (error) {
      events.push(`${name} ${isParakhError(error) ? error.message : String(error)}`)
    }
  }
  const neighbours = async (): Promise<void> => {
    const all = payers.slice(0, NEIGHBOURS)
    for (let nth = 0; nth < CALLS_EACH; nth += 1) await Promise.all(all.map((payer) => call(payer, 'neighbour')))
  }
  const [first, second] = [NEIGHBOURS, NEIGHBOURS + 1]
  const payer = (nth: number): Payer => payers[nth] as Payer
  const done = (name: string, count: number) => Array.from({ length: count }, () => `${name} done`)

  it('wait alone: calls of other wallets end before the lock is released', async () => {
    const release = await hold(payer(first), payer(second))
    const contended = [call(payer(first), 'contended'), call(payer(second), 'contended')]
    await neighbours()
    // Its wallet is known to be locked: the others do not wait for it again.
    contended.push(call(payer(first), 'contended'))
    await neighbours()
    await release()
    await Promise.all(contended)
    expect(events).toEqual([...done('neighbour', 2 * CALLS_EACH * NEIGHBOURS), 'released', ...done('contended', 3)])
  })

  it('use the main lane again, once one of them succeeded', async () => {
    const release = await hold(payer(second))
    await call(payer(first), 'earlier')
    await release()
    expect(events).toEqual(['earlier done', 'released'])
  })

  it('are refused alone when their time is over, and nothing of them is written', async () => {
    const before = await store.wallet.balance(payer(first).accountId, 'production')
    const release = await hold(payer(first))
    const ending = Promise.all([call(payer(first), 'contended'), neighbours()])
    await wait(GIVEN_UP_MS)
    expect(events.slice(0, -1)).toEqual(done('neighbour', CALLS_EACH * NEIGHBOURS))
    expect(events.at(-1)).toMatch(/^contended .*\(55P03\)$/)
    await ending
    await release()
    expect(await store.wallet.balance(payer(first).accountId, 'production')).toEqual(before)
    await call(payer(first), 'contended')
    expect(events.at(-1)).toBe('contended done')
  })
})
