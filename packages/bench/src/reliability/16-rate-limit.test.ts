import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildServers } from '../rig/build.ts'
import { type CallerReply, caller, inParallel } from '../rig/caller.ts'
import { type Cluster, startCluster } from '../rig/cluster.ts'
import type { Payer } from '../rig/operator.ts'
import { NO_LIMITS } from '../rig/server-settings.ts'
import { describeOthers, FULL, seed, tell } from './promise.ts'

const LIMIT = 60
const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
// The whole of it: 50 keys, over two borders of a minute. The short form is one burst.
const KEYS = FULL ? 50 : 4
const BURST = LIMIT + 10
const ROUNDS = FULL ? 3 : 1
/** The time of day of each process: two are right. */
const SKEWS_MS = [0, HOUR_MS, -HOUR_MS, 0] as const

describe('four processes, of which two have a clock that is an hour off (reliability.md, promise 16)', () => {
  let cluster: Cluster
  beforeAll(async () => {
    await buildServers()
    cluster = await startCluster({
      upstream: { seed: seed() },
      settings: (index) => ({
        rateLimits: { ...NO_LIMITS, perEndpoint: LIMIT },
        ...(SKEWS_MS[index] ? { clockSkewMs: SKEWS_MS[index] } : {}),
      }),
    })
  }, 5 * MINUTE_MS)
  afterAll(() => cluster?.close())

  /** Calls at once, as many as make the window full, then one call when the server says that it passes: again and again. */
  async function useKey({ headers }: Payer, nth: number) {
    const replies: CallerReply[] = []
    const kept: boolean[] = []
    const call = async (process: number, client = cluster.client): Promise<CallerReply> => {
      const { url } = cluster.servers[process % cluster.servers.length] ?? { url: '' }
      const reply = await client.call({ url, path: '/api/v1/free/a', headers })
      replies.push(reply)
      return reply
    }
    // After a minute the server closes connections that were kept: what is sent at that moment may be lost.
    const callAnew = async (process: number): Promise<CallerReply> => {
      const client = caller(1)
      return await call(process, client).finally(() => client.close())
    }
    for (let round = 0; round < ROUNDS; round += 1) {
      // Keys begin apart from each other, before and after the border of the minute.
      if (FULL && round === 0) await sleep(untilBorder() - 10_000 + (nth % 20) * 1_000)
      await inParallel(BURST, 16, (process) => (round === 0 ? call(process) : callAnew(process)))
      if (!FULL) continue
      const refused = await untilRefused(callAnew)
      // Nobody else uses the key now: nothing comes between the word and its being kept.
      await sleep(Math.max(0, refused.endedAt + Number(refused.headers['retry-after']) * 1_000 - Date.now()))
      kept.push((await callAnew(nth + round)).status === 200)
    }
    return { replies, kept }
  }

  test('admit at most 60 calls of a key in any 60 s, and honour Retry-After', {
    timeout: 10 * MINUTE_MS,
  }, async () => {
    const payers = await inParallel(KEYS, 4, () => cluster.operator.payer('9999'))
    const keys = await Promise.all(payers.map(useKey))
    for (const { replies } of keys) {
      const passed = replies.filter(({ status }) => status === 200)
      expect(mostWithinAMinute(passed), describeOthers(replies)).toBe(LIMIT)
      const waits = replies.filter(({ status }) => status === 429).map(({ headers }) => Number(headers['retry-after']))
      expect(waits.length).toBeGreaterThan(0)
      expect(Math.min(...waits)).toBeGreaterThanOrEqual(1)
      expect(Math.max(...waits)).toBeLessThanOrEqual(61)
    }
    const kept = keys.flatMap((key) => key.kept)
    if (FULL) expect(kept.filter(Boolean).length / kept.length).toBeGreaterThanOrEqual(0.99)
    const calls = keys.reduce((total, { replies }) => total + replies.length, 0)
    tell({ promise: 16, keys: KEYS, calls, retryAfter: kept.length, keptTheirWord: kept.filter(Boolean).length })
  })

  test('report clock skew in the log and in a metric', async () => {
    for (const [index, skewMs] of SKEWS_MS.entries()) {
      const { text } = await cluster.call(index, { path: '/metrics' })
      const seconds = Number(/^parakh_clock_skew_seconds (\S+)$/m.exec(text)?.[1])
      expect(Math.abs(seconds - skewMs / 1_000)).toBeLessThan(2)
      expect(cluster.servers[index]?.log().includes('clock.skew')).toBe(skewMs !== 0)
    }
  })
})

/** Calls one after another, until one is refused. */
async function untilRefused(call: (process: number) => Promise<CallerReply>): Promise<CallerReply> {
  for (let process = 0; ; process += 1) {
    const reply = await call(process)
    if (reply.status === 429) return reply
  }
}

/** Milliseconds until a minute begins, with ten seconds to spare. */
const untilBorder = (): number => MINUTE_MS - ((Date.now() + 10_000) % MINUTE_MS) + 10_000

/** The most calls that lie wholly within one minute: each was counted somewhere between its first and its last byte. */
function mostWithinAMinute(calls: readonly CallerReply[]): number {
  const within = ({ sentAt }: CallerReply): number =>
    calls.filter((one) => one.sentAt >= sentAt && one.endedAt < sentAt + MINUTE_MS).length
  return Math.max(0, ...calls.map(within))
}
