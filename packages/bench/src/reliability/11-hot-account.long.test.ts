import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildServers } from '../rig/build.ts'
import { inParallel } from '../rig/caller.ts'
import { type Cluster, startCluster } from '../rig/cluster.ts'
import type { Payer } from '../rig/operator.ts'
import { describeOthers, FULL, seed, tally, tell } from './promise.ts'

// The whole of it: a minute of one wallet.
const CALLS = FULL ? 60_000 : 2_000
const CALLERS = 128
const PAYERS = 50
/** Of each charge of one rupee, in micro-rupees: odd, so that nothing comes out even. */
const LEGS = [180_007, 120_011] as const
const MINUTES = 60_000

describe('four processes (reliability.md, promise 11)', () => {
  let cluster: Cluster
  let payees: readonly string[]
  beforeAll(async () => {
    await buildServers()
    cluster = await startCluster({ processes: 0, upstream: { seed: seed() } })
    payees = [await cluster.operator.payee(), await cluster.operator.payee()]
    const legs = payees.map((accountId, index) => ({ accountId, amount: LEGS[index] ?? 0 }))
    await Promise.all(Array.from({ length: 4 }, () => cluster.add({ legs })))
  }, 5 * MINUTES)
  afterAll(() => cluster?.close())

  /** As PostgreSQL counts them, which it does within a second. */
  const deadlocks = async (): Promise<number> => {
    await sleep(1_500)
    const { rows }: { rows: readonly { deadlocks: string }[] } = await cluster.database.knex.raw(
      'select deadlocks from pg_stat_database where datname = current_database()',
    )
    return Number(rows[0]?.deadlocks)
  }
  const posted = async (ledgerAccount: string): Promise<number> => {
    const [row] = await cluster.database
      .knex('parakh_ledger_entry')
      .where({ ledger_account: ledgerAccount, environment: 'production' })
      .sum<{ total: string | null }[]>({ total: 'amount' })
    return Number(row?.total ?? 0)
  }
  const run = async (payers: readonly Payer[], calls: number): Promise<number> => {
    const started = performance.now()
    const replies = await inParallel(calls, CALLERS, (nth) =>
      cluster.call(nth, {
        path: `/api/v1/echo/t${nth}`,
        headers: payers[Math.floor(nth / 4) % payers.length]?.headers ?? {},
      }),
    )
    expect(tally(replies.map(({ status }) => status)), describeOthers(replies)).toEqual({ 200: calls })
    return Math.round((calls * 1_000) / (performance.now() - started))
  }

  test('serve 128 callers of one wallet without a deadlock, to the right sum', { timeout: 10 * MINUTES }, async () => {
    const before = await deadlocks()
    const payer = await cluster.operator.payer(`${BigInt(CALLS + 7)}`)
    const callsPerSecond = await run([payer], CALLS)
    expect(await cluster.operator.balance(payer)).toMatchObject({ balance: 7_000_000, held: 0, available: 7_000_000 })
    expect(await deadlocks()).toBe(before)
    tell({ promise: 11, wallets: 1, calls: CALLS, callsPerSecond, deadlocks: 0 })
  })

  test('pay one distributor of many wallets exactly, without a deadlock', { timeout: 10 * MINUTES }, async () => {
    const before = {
      deadlocks: await deadlocks(),
      legs: await Promise.all(payees.map((id) => posted(`commission:${id}`))),
    }
    const revenue = await posted('revenue')
    const payers = await inParallel(PAYERS, 8, () => cluster.operator.payer(`${BigInt(CALLS)}`))
    const callsPerSecond = await run(payers, CALLS)
    const paid = await Promise.all(payees.map((id) => posted(`commission:${id}`)))
    expect(paid.map((amount, index) => amount - (before.legs[index] ?? 0))).toEqual(LEGS.map((leg) => leg * CALLS))
    const rest = 1_000_000 - LEGS[0] - LEGS[1]
    expect((await posted('revenue')) - revenue).toBe(rest * CALLS)
    expect(await deadlocks()).toBe(before.deadlocks)
    expect(await cluster.operator.verify()).toMatchObject({ ok: true, openHolds: 0, broken: [] })
    tell({ promise: 11, wallets: PAYERS, distributors: LEGS.length, calls: CALLS, callsPerSecond, deadlocks: 0 })
  })

  test('would be seen to deadlock: the counter finds one that is made', async () => {
    const before = await deadlocks()
    const { knex } = cluster.database
    const wallets = [await cluster.operator.payer('1'), await cluster.operator.payer('1')] as const
    let locked = 0
    const lock = (transaction: typeof knex, { accountId }: Payer) =>
      transaction('parakh_wallet').where({ account_id: accountId, environment: 'production' }).increment('held', 0)
    const one = async (first: Payer, second: Payer): Promise<void> =>
      await knex.transaction(async (transaction) => {
        await lock(transaction, first)
        // A count, not the queries: who waits for a query of knex's again sends it again.
        locked += 1
        while (locked < 2) await sleep(5)
        await lock(transaction, second)
      })
    const ended = await Promise.allSettled([one(wallets[0], wallets[1]), one(wallets[1], wallets[0])])
    expect(ended.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await deadlocks()).toBe(before + 1)
  })
})
