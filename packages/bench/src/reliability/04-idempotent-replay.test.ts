import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildServers } from '../rig/build.ts'
import { inParallel } from '../rig/caller.ts'
import { type Cluster, startCluster } from '../rig/cluster.ts'
import { describeOthers, FULL, seed, tally, tell } from './promise.ts'

// The whole of it: 1,000 request ids, 20 duplicates of each at once.
const IDS = FULL ? 1_000 : 100
const DUPLICATES = 20
const IDS_AT_ONCE = 12
const MINUTES = 60_000

describe('four processes, the same request id twenty times at once (reliability.md, promise 4)', () => {
  let cluster: Cluster
  beforeAll(async () => {
    await buildServers()
    cluster = await startCluster({ upstream: { seed: seed(), delayMs: [50, 500] } })
  }, 5 * MINUTES)
  afterAll(() => cluster?.close())

  test('ask the upstream once, charge once and answer the same bytes', { timeout: 10 * MINUTES }, async () => {
    const payer = await cluster.operator.payer(`${BigInt(2 * IDS)}`)
    const started = performance.now()
    const groups = await inParallel(IDS, IDS_AT_ONCE, (id) =>
      inParallel(DUPLICATES, DUPLICATES, (nth) =>
        cluster.call(nth, { path: `/api/v1/things/t${id}`, headers: payer.headers, requestId: `request-${id}` }),
      ),
    )
    const seconds = (performance.now() - started) / 1000
    const replies = groups.flat()
    const statuses = tally(replies.map(({ status }) => status))
    expect(
      Object.keys(statuses).filter((status) => status !== '200' && status !== '409'),
      describeOthers(replies),
    ).toEqual([])
    for (const group of groups) {
      const bodies = new Set(group.filter(({ status }) => status === 200).map(({ text }) => text))
      expect(bodies.size).toBe(1)
    }
    const replayed = replies.filter(({ headers }) => headers['idempotent-replayed'] === 'true').length
    // The duplicates really met each other, in flight and afterwards.
    expect(replayed).toBeGreaterThan(0)
    expect(cluster.upstream.journal).toHaveLength(IDS)
    const [debits] = await cluster.database
      .knex('parakh_ledger_entry')
      .where({ ledger_account: `wallet:${payer.accountId}`, kind: 'charge' })
      .count<{ count: string }[]>({ count: '*' })
    expect(Number(debits?.count)).toBe(IDS)
    expect((await cluster.operator.balance(payer)).available).toBe(IDS * 1_000_000)
    expect(await cluster.operator.verify()).toMatchObject({ ok: true, openHolds: 0 })
    tell({ promise: 4, ids: IDS, duplicates: DUPLICATES, statuses, replayed, seconds: Math.round(seconds) })
  })
})
