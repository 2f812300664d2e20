import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { buildServers } from '../rig/build.ts'
import { type CallerReply, CutOff } from '../rig/caller.ts'
import { type Cluster, startCluster } from '../rig/cluster.ts'
import type { Payer } from '../rig/operator.ts'
import { FULL, seed, tell } from './promise.ts'

// The whole of it: 50 signals on each.
const SIGNALS = FULL ? 50 : 2
const CALLERS = FULL ? 64 : 32
const MINUTES = 60_000
/** Tries of one call: servers go and come. */
const MOST_TRIES = 3_000

interface Tally {
  calls: number
  retried: number
  refusedWhileDraining: number
  readonly cutOff: string[]
  readonly wrong: string[]
}

describe.each(['pg', 'sqlite3'] as const)('SIGTERM under load on %s (reliability.md, promise 23)', (client) => {
  let cluster: Cluster | undefined
  beforeAll(() => buildServers(), 5 * MINUTES)
  afterEach(() => cluster?.close())

  test('fails no accepted call, leaves no hold open, exits with 0', { timeout: 15 * MINUTES }, async () => {
    const running = await startCluster({ client, upstream: { seed: seed(), delayMs: [5, 100] } })
    cluster = running
    const payer = await running.operator.payer('9999999')
    const counted: Tally = { calls: 0, retried: 0, refusedWhileDraining: 0, cutOff: [], wrong: [] }
    let stopped = false
    const callers = Array.from({ length: CALLERS }, async (_, nth) => {
      for (let call = 0; !stopped; call += 1)
        await callUntilAnswered(running, { payer, id: `${nth}-${call}`, nth, counted })
    })
    const codes: (number | null)[] = []
    for (let signal = 0; signal < SIGNALS; signal += 1) {
      const index = signal % running.servers.length
      const before = counted.calls
      while (counted.calls < before + CALLERS) await new Promise((resolve) => setTimeout(resolve, 5))
      codes.push((await running.servers[index]?.terminate()) ?? null)
      await running.restart(index)
    }
    stopped = true
    await Promise.all(callers)
    expect(codes).toEqual(new Array(SIGNALS).fill(0))
    expect(counted).toMatchObject({ cutOff: [], wrong: [] })
    // The signals were felt.
    expect(counted.retried).toBeGreaterThan(0)
    expect(running.upstream.journal).toHaveLength(counted.calls)
    const spent = 9_999_999_000_000 - counted.calls * 1_000_000
    expect(await running.operator.balance(payer)).toMatchObject({ balance: spent, held: 0, available: spent })
    expect(await running.operator.verify()).toMatchObject({ ok: true, openHolds: 0, broken: [] })
    tell({ promise: 23, client, signals: SIGNALS, ...counted })
  })
})

/** One call, sent again with its request id until it is answered. */
async function callUntilAnswered(
  cluster: Cluster,
  { payer, id, nth, counted }: { payer: Payer; id: string; nth: number; counted: Tally },
): Promise<void> {
  for (let tried = 0; tried < MOST_TRIES; tried += 1) {
    const reply = await callOnce(cluster, { payer, id, nth: nth + tried, counted })
    if (reply?.status === 200) {
      counted.calls += 1
      if (!reply.text.includes(`"id":"t${id}"`)) counted.wrong.push(`${id}: ${reply.text}`)
      return
    }
    counted.retried += 1
    if (reply?.status === 503) counted.refusedWhileDraining += 1
    else if (reply) counted.wrong.push(`${id}: ${reply.status} ${reply.text}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  counted.wrong.push(`${id}: never answered`)
}

async function callOnce(
  cluster: Cluster,
  { payer, id, nth, counted }: { payer: Payer; id: string; nth: number; counted: Tally },
): Promise<CallerReply | null> {
  try {
    return await cluster.call(nth, {
      path: `/api/v1/things/t${id}`,
      headers: payer.headers,
      requestId: `request-${id}`,
    })
  } catch (error) {
    if (error instanceof CutOff) counted.cutOff.push(id)
    return null
  }
}
