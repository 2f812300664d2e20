import { inr, type Store } from '@parakh/core'
import pg from 'pg'
import sqlite3 from 'sqlite3'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { databaseOn, type OwnDatabase } from '../../test/databases.ts'
import { admit, openPayer, openStore, type Payer, settle } from '../../test/store-bench.ts'

const BATCH = 4
const MANY = 40
const WAITING = { timeout: 4_000, interval: 5 }

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | null = null
  return () => {
    done ??= work()
    return done
  }
}

/** Makes every batch of a database wait. @returns Lets them go on, once. */
async function block({ options }: OwnDatabase): Promise<() => Promise<void>> {
  if (options.client === 'pg') {
    const client = new pg.Client({ connectionString: options.connection })
    await client.connect()
    await client.query('begin; lock table parakh_call in exclusive mode')
    return once(() => client.end())
  }
  const other = new sqlite3.Database(options.filename)
  await new Promise<void>((resolve, reject) =>
    other.exec('begin immediate', (error) => (error ? reject(error) : resolve())),
  )
  return once(() => new Promise((resolve, reject) => other.close((error) => (error ? reject(error) : resolve()))))
}

describe.each(['sqlite3', 'pg'] as const)('calls beyond what the ledger takes on %s', { timeout: 40_000 }, (engine) => {
  let database: OwnDatabase
  let store: Store
  let payer: Payer
  let release = async (): Promise<void> => undefined
  beforeEach(async () => {
    database = await databaseOn(engine)
    store = await openStore(database, { batch: { maxSize: BATCH, longestWaitMs: 1 } })
    payer = await openPayer(store, inr('101'))
    // The account has a data key from now on: making one writes beside the batches.
    await admit(store, payer, 'earlier')
    await settle(store, payer, 'earlier')
  })
  afterEach(async () => {
    await release()
    expect(await store.ledger.verify()).toMatchObject({ ok: true, broken: [] })
    await store.close()
    await database.drop()
  })
  const queue = () =>
    store.billing.queue?.() ?? { queued: Number.NaN, waitMs: Number.NaN, retryAfter: null, looksUp: true }
  const named = (name: string, length: number) => Array.from({ length }, (_, nth) => `${name}-${nth}`)
  const balance = () => store.wallet.balance(payer.accountId, payer.environment)

  /** A batch in flight that waits, and as many calls as fit into the next one. */
  async function press(): Promise<readonly ReturnType<typeof admit>[]> {
    const calls = (name: string) => named(name, BATCH).map((reference) => admit(store, payer, reference))
    const inFlight = calls('in-flight')
    await vi.waitFor(() => expect(queue().queued).toBe(0), WAITING)
    const next = calls('next')
    await vi.waitFor(() => expect(queue()).toMatchObject({ queued: BATCH, retryAfter: expect.any(Number) }), WAITING)
    return [...inFlight, ...next]
  }

  it('are refused before they are decided, cost nothing, and may come again with the same request id', async () => {
    release = await block(database)
    const begun = await press()
    const queued = queue().queued
    const refused = await Promise.all(named('new', MANY).map((reference) => admit(store, payer, reference)))
    for (const one of refused)
      expect(one).toMatchObject({
        kind: 'refused',
        code: 'SERVICE_OVERLOADED',
        rate: null,
        retryAfter: expect.any(Number),
      })
    expect(queue().queued).toBe(queued)
    await release()
    for (const one of await Promise.all(begun)) expect(one).toMatchObject({ kind: 'admitted' })
    expect(await balance()).toMatchObject({ held: inr('8') })
    expect(queue()).toMatchObject({ queued: 0, waitMs: 0, retryAfter: null })
    expect(await admit(store, payer, 'new-0')).toMatchObject({ kind: 'admitted' })
  })

  it('wait behind settles and repeated calls, of which none is refused and none is lost', async () => {
    const before = named('before', MANY)
    for (const reference of before) await admit(store, payer, reference)
    await settle(store, payer, 'before-0')
    release = await block(database)
    const begun = await press()
    const order: string[] = []
    const told = async <Result>(what: string, asked: Promise<Result>): Promise<Result> => {
      const result = await asked
      order.push(what)
      return result
    }
    const waiting = begun.slice(BATCH).map((one) => told('new', one))
    // In the first of eleven batches: its stored answer is read after the commit.
    const repeated = told('repeated', admit(store, payer, 'before-0'))
    await vi.waitFor(() => expect(queue().queued).toBe(BATCH + 1), WAITING)
    const settles = before.slice(1).map((reference) => told('settle', settle(store, payer, reference)))
    await vi.waitFor(() => expect(queue().queued).toBe(BATCH + MANY), WAITING)
    await release()
    for (const one of await Promise.all(settles)) expect(one).toEqual({ kind: 'done' })
    expect(await repeated).toMatchObject({ kind: 'replay', reference: 'before-0' })
    await Promise.all(waiting)
    expect(order.slice(-BATCH)).toEqual(Array.from({ length: BATCH }, () => 'new'))
    expect(await balance()).toMatchObject({ balance: inr('60'), held: inr('8') })
  })

  it('are looked up by their request id a few at a time', async () => {
    await admit(store, payer, 'before')
    await settle(store, payer, 'before')
    release = await block(database)
    await press()
    const flood = named('new', 2 * MANY).map((reference) => admit(store, payer, reference))
    expect(queue().looksUp).toBe(false)
    expect(await admit(store, payer, 'before')).toMatchObject({ kind: 'refused', code: 'SERVICE_OVERLOADED' })
    await Promise.all(flood)
    expect(queue().looksUp).toBe(true)
    const repeated = admit(store, payer, 'before')
    await release()
    expect(await repeated).toMatchObject({ kind: 'replay' })
  })
})
