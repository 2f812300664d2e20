import { type Store, zero } from '@parakh/core'
import { collectingLogger, pseudoRandom } from '@parakh/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { sqliteDatabase, type TestDatabase } from '../../test/databases.ts'
import { openStore } from '../../test/store-bench.ts'
import type { OpenedDatabase } from '../connection/database.ts'
import { openDatabase } from '../connection/open-database.ts'
import { createUsageLog } from './create-usage-log.ts'

const ACCOUNTS = ['a-1', 'a-2', 'a-3']
const LAST = 10_000
const Counts = z.tuple([z.object({ rows: z.number(), kept: z.number(), through: z.number(), filling: z.number() })])

describe('the usage log by account and time on SQLite', { timeout: 60_000 }, () => {
  let place: TestDatabase
  let store: Store
  let database: OpenedDatabase
  /** What was logged, oldest first. */
  let model: { readonly account: string; readonly reference: string; readonly at: number }[] = []
  let made = 0
  const random = pseudoRandom(41)
  beforeAll(async () => {
    place = await sqliteDatabase()
    store = await openStore(place)
    database = await openDatabase(place.options, { tablePrefix: 'parakh_', logger: collectingLogger() })
  })
  afterAll(async () => {
    await database.close()
    await store.close()
    await place.drop()
  })

  /** Logs calls through the batches, as the product does. */
  const log = async (times: readonly number[]): Promise<void> => {
    const rows = times.map((at) => {
      made += 1
      return { account: ACCOUNTS[(made * made) % ACCOUNTS.length] ?? '', reference: `r-${made}`, at }
    })
    await Promise.all(
      rows.map(({ account: accountId, reference, at }) => {
        const of = {
          accountId,
          environment: 'production',
          keyId: 'k',
          reference,
          requestId: 'q',
          endpoint: 'e',
        } as const
        const end = { status: 429, outcome: 'refused', code: 'X', latencyMs: 1, charged: zero, ip: '::1' } as const
        const usage = { ...of, ...end, at, day: 'd', counted: false }
        return store.billing.log({ kind: 'log', accountId, environment: 'production', at, usage })
      }),
    )
    model.push(...rows)
  }
  const counts = async () => {
    const [usage, byWallet] = [database.table('usage'), database.table('usage_by_wallet')]
    const found: unknown = await database.knex.raw(
      `select (select count(*) from ${usage}) as rows, (select count(*) from ${byWallet}) as kept,
        t.through_id as through, t.filling_id as filling from ${database.table('usage_by_wallet_through')} t`,
    )
    return Counts.parse(found)[0]
  }
  const listed = async (account: string, asked: { from: number; until: number; limit: number; skip: number }) =>
    (await createUsageLog(database).page({ accountId: account, environment: 'production' }, asked)).rows.map(
      ({ reference }) => reference,
    )
  const expected = (account: string, asked: { from: number; until: number; limit: number; skip: number }) =>
    model
      .map((row, place) => ({ ...row, place }))
      .filter((row) => row.account === account && row.at >= asked.from && row.at < asked.until)
      .sort((one, other) => other.at - one.at || other.place - one.place)
      .slice(asked.skip, asked.skip + asked.limit)
      .map(({ reference }) => reference)
  const compare = async (pages: number): Promise<void> => {
    for (let page = 0; page < pages; page += 1) {
      const account = ACCOUNTS[random(ACCOUNTS.length)] ?? ''
      const [one, other] = [random(LAST), random(LAST + 2)]
      const asked = { from: Math.min(one, other), until: Math.max(one, other), limit: 1 + random(40), skip: random(50) }
      expect(await listed(account, asked), JSON.stringify({ account, asked })).toEqual(expected(account, asked))
    }
  }

  it('gives the same pages before a block of rows is full, while it is taken over, and after it', async () => {
    const times = Array.from({ length: 1_600 }, () => random(LAST))
    await log(times.slice(0, 1_000))
    expect(await counts()).toEqual({ rows: 1_000, kept: 0, through: 0, filling: 0 })
    await compare(50)
    const steps: number[] = []
    const seen = new Set<number>()
    // So few that they are one batch.
    for (let from = 1_000; from < times.length; from += 16) {
      const before = await counts()
      await log(times.slice(from, from + 16))
      const { kept, through, filling } = await counts()
      steps.push(kept - before.kept)
      seen.add(through)
      // What is not the whole block yet counts as left.
      expect([through, filling]).toEqual(kept === 0 ? [0, 0] : [kept < 1_024 ? 0 : 1_024, 1_024])
      await compare(5)
    }
    // No batch is waited for as long as a whole block takes.
    expect([Math.max(...steps), steps.filter((step) => step > 0).length, seen]).toEqual([128, 8, new Set([0, 1_024])])
    await compare(200)
  })

  it('goes on where a process stopped within a block, and another one had taken some of it', async () => {
    while ((await counts()).kept === (await counts()).through) await log([random(LAST)])
    await store.close()
    store = await openStore(place)
    const stopped = await counts()
    expect(stopped.kept).toBeGreaterThan(stopped.through)
    const other = await openStore(place)
    const own = store
    for (const turn of [other, own, other]) {
      store = turn
      await log([random(LAST), random(LAST)])
      await compare(20)
    }
    store = own
    while ((await counts()).through === stopped.through) await log([random(LAST)])
    const { kept, through } = await counts()
    expect([kept, through]).toEqual([stopped.filling, stopped.filling])
    // The other one finds its block done, and gives up what it had left of it.
    store = other
    while ((await counts()).through === through) await log(Array.from({ length: 16 }, () => random(LAST)))
    await compare(100)
    store = own
    await log([random(LAST)])
    expect((await counts()).through).toBe(through + 1_024)
    await other.close()
  })

  it('gives up rows that retention deletes, on both sides', async () => {
    const before = await counts()
    await database
      .knex(database.table('usage'))
      .where('at', '<', LAST / 2)
      .delete()
    model = model.filter(({ at }) => at >= LAST / 2)
    const after = await counts()
    expect([after.rows < before.rows, after.kept < before.kept]).toEqual([true, true])
    await compare(100)
  })

  it('catches up with many rows in steps, so that no batch waits for all of them', async () => {
    const { rows } = await counts()
    await database.knex.raw(
      `insert into ${database.table('usage')} (account_id, environment, key_id, reference, request_id, endpoint, status, outcome, latency_ms,
        charged, ip, at) with recursive n (i) as (select 1 union all select i + 1 from n where i < 9400)
        select 'a-9', 'production', 'k', 'bulk', 'q', 'e', 200, 'answer', 1, 0, '::1', i from n`,
    )
    const steps: number[] = []
    for (let batch = 0; batch < 12; batch += 1) {
      const { through } = await counts()
      await log([LAST])
      steps.push((await counts()).through - through)
    }
    expect(steps.filter((step) => step > 0)).toEqual([4_096, 4_096, 1_024])
    expect((await counts()).kept).toBeGreaterThan(rows + 9_400 - 1_024 - 512)
    await compare(50)
    const all = { from: 0, until: LAST, limit: 1_000, skip: 9_300 }
    expect(await listed('a-9', all)).toHaveLength(100)
  })
})
