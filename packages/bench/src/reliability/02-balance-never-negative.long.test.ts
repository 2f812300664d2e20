import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildServers } from '../rig/build.ts'
import { inParallel } from '../rig/caller.ts'
import { type Cluster, startCluster } from '../rig/cluster.ts'
import { describeOthers, FULL, seed, tally, tell } from './promise.ts'

// The whole of it: 10,000 calls with funds for 3,333 by 128 callers.
const CALLS = FULL ? 10_000 : 3_000
const FUNDED = FULL ? 3_333 : 1_000
const CALLERS = 128
const MINUTES = 60_000

describe('four processes, one wallet (reliability.md, promise 2)', () => {
  let cluster: Cluster
  beforeAll(async () => {
    await buildServers()
    cluster = await startCluster({ upstream: { seed: seed(), delayMs: [1, 10] } })
  }, 5 * MINUTES)
  afterAll(() => cluster?.close())

  test('spend its funds to the last rupee and never one more', { timeout: 5 * MINUTES }, async () => {
    const payer = await cluster.operator.payer(`${BigInt(FUNDED)}`)
    const before = cluster.upstream.journal.length
    const started = performance.now()
    let least = Number.POSITIVE_INFINITY
    const watching = watch(async () => {
      least = Math.min(least, (await cluster.operator.balance(payer)).available)
    })
    const replies = await inParallel(CALLS, CALLERS, (nth) =>
      cluster.call(nth, { path: `/api/v1/things/t${nth}`, headers: payer.headers }),
    )
    const seconds = (performance.now() - started) / 1000
    const looks = await watching.stop()
    expect(tally(replies.map(({ status }) => status)), describeOthers(replies)).toEqual({
      200: FUNDED,
      402: CALLS - FUNDED,
    })
    expect(cluster.upstream.journal.length - before).toBe(FUNDED)
    expect(looks).toBeGreaterThan(0)
    expect(least).toBeGreaterThanOrEqual(0)
    expect(await cluster.operator.balance(payer)).toMatchObject({ balance: 0, held: 0, available: 0 })
    expect(await cluster.operator.verify()).toMatchObject({ ok: true, openHolds: 0, broken: [] })
    tell({ promise: 2, calls: CALLS, answered: FUNDED, callsPerSecond: Math.round(CALLS / seconds), looks })
  })

  test('admit exactly 10 of 64 concurrent calls with funds for 10', async () => {
    const payer = await cluster.operator.payer('10')
    const before = cluster.upstream.journal.length
    const replies = await inParallel(64, 64, (nth) =>
      cluster.call(nth, { path: '/api/v1/things/same', headers: payer.headers }),
    )
    expect(tally(replies.map(({ status }) => status))).toEqual({ 200: 10, 402: 54 })
    expect(cluster.upstream.journal.length - before).toBe(10)
    expect(await cluster.operator.balance(payer)).toMatchObject({ balance: 0, held: 0, available: 0 })
  })
})

/** Looks again and again until it is stopped. */
function watch(look: () => Promise<void>): { stop(): Promise<number> } {
  let [stopped, looks] = [false, 0]
  const run = (async () => {
    for (; !stopped; looks += 1) await look()
  })()
  return {
    async stop() {
      stopped = true
      await run
      return looks
    },
  }
}
