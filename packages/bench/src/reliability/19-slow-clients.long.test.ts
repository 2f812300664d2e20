import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildServers } from '../rig/build.ts'
import { type Cluster, startCluster } from '../rig/cluster.ts'
import type { Payer } from '../rig/operator.ts'
import { describeOthers, FULL, percentile, seed, tally, tell } from './promise.ts'

// The whole of it: 2,000 slow sockets and 64 good callers for a minute.
const SOCKETS = FULL ? 2_000 : 300
const GOOD_CALLERS = 64
const SECONDS = FULL ? 60 : 10
const BYTE_EVERY_MS = 10_000
/** The server's `headersTimeout` and `requestTimeout`, and how often it looks. */
const CLOSED_WITHIN_MS = (FULL ? 30_000 : 10_000) + 5_000
const MINUTES = 60_000

const HEADERS = 'GET /api/v1/echo/slow HTTP/1.1\r\nHost: slow\r\nX-Slow: '
const BODY =
  'POST /api/v1/auth/token HTTP/1.1\r\nHost: slow\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{'

/** A client that sends a byte now and then, and tells how long the server suffered it, in milliseconds. */
function slowSocket(url: string, start: string): { readonly socket: Socket; readonly closed: Promise<number> } {
  const { port, hostname } = new URL(url)
  const socket = connect(Number(port), hostname)
  const opened = performance.now()
  socket.on('error', () => undefined)
  socket.on('data', () => undefined)
  socket.write(start)
  const drip = setInterval(() => socket.write('a'), BYTE_EVERY_MS)
  const closed = new Promise<number>((resolve) =>
    socket.once('close', () => {
      clearInterval(drip)
      resolve(performance.now() - opened)
    }),
  )
  return { socket, closed }
}

describe('four processes (reliability.md, promise 19)', () => {
  let cluster: Cluster
  beforeAll(async () => {
    await buildServers()
    cluster = await startCluster({ upstream: { seed: seed() } })
  }, 5 * MINUTES)
  afterAll(() => cluster?.close())

  const goodCalls = async (payer: Payer, seconds: number) => {
    const until = performance.now() + seconds * 1_000
    const one = async (nth: number) => {
      const replies = []
      while (performance.now() < until)
        replies.push(await cluster.call(nth, { path: '/api/v1/echo/good', headers: payer.headers }))
      return replies
    }
    const replies = (await Promise.all(Array.from({ length: GOOD_CALLERS }, (_, nth) => one(nth)))).flat()
    expect(tally(replies.map(({ status }) => status)), describeOthers(replies)).toEqual({ 200: replies.length })
    const took = replies.map(({ sentAt, endedAt }) => endedAt - sentAt)
    return { calls: replies.length, p99Ms: percentile(took, 0.99) }
  }

  test('answer good callers among slow ones, whom they close', { timeout: 10 * MINUTES }, async () => {
    const payer = await cluster.operator.payer('999999')
    const alone = await goodCalls(payer, SECONDS)
    const slow = Array.from({ length: SOCKETS }, (_, nth) =>
      slowSocket(cluster.servers[nth % cluster.servers.length]?.url ?? '', FULL && nth % 2 === 0 ? BODY : HEADERS),
    )
    await sleep(500)
    expect(slow.filter(({ socket }) => socket.readyState === 'open').length).toBe(SOCKETS)
    const among = await goodCalls(payer, SECONDS)
    const closedMs = await Promise.all(slow.map(({ closed }) => closed))
    const longestMs = Math.round(Math.max(...closedMs))
    // The machine may be busy: the server looks every five seconds, and this process has to see it.
    expect(longestMs).toBeLessThan(CLOSED_WITHIN_MS + 10_000)
    expect(Math.min(...closedMs)).toBeGreaterThan(1_000)
    expect(await cluster.operator.verify()).toMatchObject({ ok: true, openHolds: 0 })
    tell({ promise: 19, sockets: SOCKETS, seconds: SECONDS, alone, among, longestMs })
  })
})
