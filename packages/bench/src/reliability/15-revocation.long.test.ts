import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildServers } from '../rig/build.ts'
import { inParallel } from '../rig/caller.ts'
import { type Cluster, startCluster } from '../rig/cluster.ts'
import type { Payer } from '../rig/operator.ts'
import { FULL, seed, tally, tell } from './promise.ts'

// The whole of it: 500 revocations.
const REVOCATIONS = FULL ? 500 : 60
const AT_ONCE = 8
const PROCESSES = 4
const MINUTES = 60_000

interface Journalled {
  readonly by: 'pair' | 'token'
  readonly status: number
  /** By this process's monotonic clock, as is the moment of the revocation. */
  readonly sentMs: number
}

describe('four processes under load (reliability.md, promise 15)', () => {
  let cluster: Cluster
  beforeAll(async () => {
    await buildServers()
    cluster = await startCluster({ processes: PROCESSES, upstream: { seed: seed(), delayMs: [0, 20] } })
  }, 5 * MINUTES)
  afterAll(() => cluster?.close())

  const tokenOf = async ({ headers }: Payer): Promise<string> => {
    const body = { api_key: headers['x-api-key'], api_secret: headers['x-api-secret'] }
    const { text } = await cluster.call(0, { path: '/api/v1/auth/token', body })
    return (JSON.parse(text) as { data: { access_token: string } }).data.access_token
  }

  /** One key: each process has it in its memory, and is asked on while it is revoked and afterwards. */
  async function revokeOne(nth: number) {
    const payer = await cluster.operator.payer('1000')
    const token = await tokenOf(payer)
    const journal: Journalled[] = []
    let revokedMs = Number.POSITIVE_INFINITY
    const load = async (by: Journalled['by'], headers: Payer['headers']): Promise<void> => {
      for (let call = 0, after = 0; after < PROCESSES; call += 1) {
        const sentMs = performance.now()
        const { status } = await cluster.call(call, { path: `/api/v1/things/k${nth}`, headers })
        journal.push({ by, status, sentMs })
        if (sentMs > revokedMs) after += 1
      }
    }
    const loads = Promise.all([
      load('pair', payer.headers),
      load('pair', payer.headers),
      load('token', { authorization: `Bearer ${token}` }),
      load('token', { authorization: `Bearer ${token}` }),
    ])
    let failed = false
    loads.catch(() => {
      failed = true
    })
    const warm = (by: Journalled['by']): boolean => journal.filter((one) => one.by === by).length > PROCESSES
    while (!failed && !(warm('pair') && warm('token'))) await new Promise((resolve) => setTimeout(resolve, 5))
    await cluster.operator.revoke(payer.keyId)
    revokedMs = performance.now()
    await loads
    const answered = journal.filter(({ status }) => status === 200)
    const of = (by: Journalled['by']): number => answered.filter((one) => one.by === by).length
    const late = answered.filter(({ sentMs }) => sentMs > revokedMs)
    return { late, pair: of('pair'), token: of('token'), statuses: journal.map(({ status }) => status) }
  }

  test('answer nothing with a key whose revocation was acknowledged, nor with its token', {
    timeout: 10 * MINUTES,
  }, async () => {
    const keys = await inParallel(REVOCATIONS, AT_ONCE, revokeOne)
    expect(keys.flatMap(({ late }) => late)).toEqual([])
    // Each key and each token was good before.
    expect(keys.filter(({ pair, token }) => pair === 0 || token === 0)).toEqual([])
    const statuses = tally(keys.flatMap((key) => key.statuses))
    expect(Object.keys(statuses).sort()).toEqual(['200', '401'])
    expect(await cluster.operator.verify()).toMatchObject({ ok: true, openHolds: 0 })
    tell({ promise: 15, revocations: REVOCATIONS, statuses, late: 0 })
  })
})
