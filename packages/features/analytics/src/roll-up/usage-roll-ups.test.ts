import { micro, type TableAccess } from '@parakh/core'
import { indianDay } from '@parakh/core/formats'
import { pseudoRandom } from '@parakh/testkit'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { eachStore } from '../../../../../test/plugin-stores.ts'
import type { AnalyticsQuery, UsageCounts } from '../contract.ts'
import { analytics } from '../plugin.ts'
import { latencyBucket, longestOfBucket } from '../rules/latency-buckets.ts'
import { createChargedUsage } from './charged-usage.ts'
import { withRollUps } from './counted-usage-log.ts'
import { createUsageRollUps } from './create-usage-roll-ups.ts'

const FIRST = Date.parse('2026-09-28T00:00:00Z')
const SPREAD_MS = 10 * 86_400_000
const ROWS = 3_000
const ENDS = [
  ['answer', null],
  ['none', 'NOT_FOUND'],
  ['failed', 'UPSTREAM_UNAVAILABLE'],
  ['refused', 'RATE_LIMIT_EXCEEDED'],
  ['refused', 'VALIDATION_FAILED'],
  ['replay', null],
  ['replay', 'NOT_FOUND'],
] as const
const GROUPS = ['total', 'endpoint', 'key', 'day'] as const
/** Hours are of the rows that the log still has. */
const WITH_HOURS = [...GROUPS, 'hour'] as const

/** Rolls up all that is left, and tries again while a test beside this one keeps a transaction of the shared cluster open. @returns How many rows. */
async function catchUp(rollUps: ReturnType<typeof createUsageRollUps>): Promise<number> {
  let rows = 0
  const advance = async (): Promise<void> => {
    const taken = await rollUps.advance()
    rows += taken.rows
    expect(taken.caughtUp).toBe(true)
  }
  await vi.waitFor(advance, { timeout: 30_000, interval: 100 })
  return rows
}

/** A row as the log has it. */
const rowOf = (random: (below: number) => number, at: number, accounts = 3) => {
  const [outcome, code] = ENDS[random(ENDS.length)] ?? ENDS[0]
  return {
    ...{ account_id: `a-${random(accounts)}`, environment: random(5) === 0 ? 'sandbox' : 'production', outcome, code },
    ...{
      key_id: `k-${random(3)}`,
      endpoint: `e-${random(4)}`,
      latency_ms: random(2) === 0 ? random(40) : random(9_000),
    },
    ...{
      reference: 'r',
      request_id: 'q',
      status: 200,
      ip: '::1',
      at,
      // A row may stand for several refusals.
      calls: outcome === 'refused' ? 1 + random(40) : 1,
      charged: outcome === 'answer' ? random(9) * 10_000 : 0,
    },
  }
}
type Row = ReturnType<typeof rowOf>

/** The hour in India in which it lies. */
const hour = ({ at }: Row): string => `${new Date(at + 19_800_000).toISOString().slice(0, 13)}:00:00+05:30`

const textsOf = ({ counts, latencies }: UsageCounts): readonly string[] => {
  const sums = new Map<string, number>()
  const add = (key: string, by: number): unknown => sums.set(key, (sums.get(key) ?? 0) + by)
  for (const { group, outcome, code, calls, charged } of counts) {
    add(`${group} ${outcome} ${code} calls`, calls)
    add(`${group} ${outcome} ${code} charged`, charged)
  }
  for (const { group, bucket, calls } of latencies) add(`${group} bucket ${bucket}`, calls)
  return [...sums].map(([key, sum]) => `${key}: ${sum}`).sort()
}
/** The same by looking at every row. */
const scan = (rows: readonly Row[], query: AnalyticsQuery): readonly string[] => {
  const { accountId, environment, from, until, endpoint, keyId, by } = query
  const day = ({ at }: Row): string => indianDay(new Date(at))
  const asked = rows.filter(
    (row) =>
      row.account_id === accountId &&
      row.environment === environment &&
      day(row) >= from &&
      day(row) <= until &&
      (endpoint ?? row.endpoint) === row.endpoint &&
      (keyId ?? row.key_id) === row.key_id,
  )
  const groupOf = (row: Row): string =>
    ({ total: '', endpoint: row.endpoint, key: row.key_id, day: day(row), hour: hour(row) })[by]
  return textsOf({
    counts: asked.map((row) => {
      return {
        group: groupOf(row),
        outcome: row.outcome,
        code: row.code,
        calls: row.calls,
        charged: micro(row.charged),
      }
    }),
    latencies: asked.map((row) => ({ group: groupOf(row), bucket: latencyBucket(row.latency_ms), calls: row.calls })),
  })
}
const ALL: AnalyticsQuery = {
  accountId: 'a-1',
  environment: 'production',
  from: '2026-01-01',
  until: '2027-12-31',
  by: 'total',
}

describe('a bucket of latencies', () => {
  it('holds each latency once, exactly below 16 ms and within an eighth above', () => {
    const wrong = Array.from({ length: 200_000 }, (_, latency) => latency).filter((latency) => {
      const [bucket, next] = [latencyBucket(latency), latencyBucket(latency + 1)]
      const longest = longestOfBucket(bucket)
      const within = longest >= latency && longest <= (latency < 16 ? latency : latency * 1.125)
      return !within || next - bucket !== (latency === longest ? 1 : 0)
    })
    expect(wrong).toEqual([])
  })
})

eachStore('roll-ups of the usage log', analytics.definition, (opened) => {
  const database = () => opened().database
  const partsOf = (tables: TableAccess = opened().tables) => ({ tables, sequence: opened().store.usageSequence })
  const counted = () => withRollUps(opened().store.usageLog, { ...partsOf(), rollUps: createUsageRollUps(partsOf()) })
  const rows: Row[] = []
  const random = pseudoRandom(20_261_121)
  const insert = async (added: readonly Row[], into = database().knex): Promise<void> => {
    await into.batchInsert(database().table('usage'), [...added], 60)
  }
  const log = async (count: number): Promise<void> => {
    const added = Array.from({ length: count }, () => rowOf(random, FIRST + random(SPREAD_MS)))
    await insert(added)
    rows.push(...added)
  }
  const expectEqual = async (groups: readonly AnalyticsQuery['by'][] = GROUPS): Promise<void> => {
    const rollUps = createUsageRollUps(partsOf())
    for (const by of groups)
      for (const narrow of [
        {},
        { endpoint: 'e-2' },
        { keyId: 'k-1', from: '2026-10-01', until: '2026-10-01' },
        { accountId: 'a-2', environment: 'sandbox', from: '2026-09-30' } as const,
      ]) {
        const query = { ...ALL, by, ...narrow }
        expect(textsOf(await rollUps.read(query))).toEqual(scan(rows, query))
      }
  }
  beforeAll(async () => {
    const { knex, table } = database()
    for (const id of ['a-0', 'a-1', 'a-2'])
      await knex(table('account')).insert({
        ...{ id, name: id, role: 'developer', status: 'active', kyc: 'pending', created_at: FIRST },
      })
  })
  beforeEach(() => {
    rows.length = 0
  })
  afterEach(async () => {
    const { knex, table } = database()
    await knex(table('usage')).delete()
    await knex(table('analytics_roll_up')).delete()
    await knex(table('analytics_latency')).delete()
  })

  it('by hour are refused where more rows of the log would be read than are bounded', async () => {
    const rollUps = createUsageRollUps(partsOf())
    const row = { ...rowOf(random, FIRST), account_id: 'a-1', environment: 'production', endpoint: 'e-1' }
    await insert(Array.from({ length: 20_000 }, () => row))
    const query = { ...ALL, by: 'hour', endpoint: 'e-none' } as const
    expect(await rollUps.read(query)).toEqual({ counts: [], latencies: [] })
    await insert([row])
    await expect(rollUps.read(query)).rejects.toMatchObject({ code: 'ANALYTICS_HOURS_TOO_MANY' })
    await expect(rollUps.read({ ...query, accountId: 'nobody' })).rejects.toMatchObject({ code: 'ACCOUNT_NOT_FOUND' })
  })

  it('are what a scan of all rows gives: before any roll-up, between two, and after', async () => {
    const rollUps = createUsageRollUps(partsOf())
    await log(ROWS)
    await expectEqual(WITH_HOURS)
    expect(await catchUp(rollUps)).toBe(ROWS)
    await expectEqual(WITH_HOURS)
    await log(ROWS / 3)
    await expectEqual(WITH_HOURS)
    expect(await catchUp(rollUps)).toBe(ROWS / 3)
    expect(await catchUp(rollUps)).toBe(0)
    await expectEqual(WITH_HOURS)
  })

  it('tell the charged calls of accounts by endpoint: without free ones, of whole days and one environment', async () => {
    await log(ROWS)
    await catchUp(createUsageRollUps(partsOf()))
    const from = Date.parse('2026-09-29T18:30:00Z')
    const until = from + 3 * 86_400_000
    const accountIds = [...Array.from({ length: 450 }, (_, n) => `none-${n}`), 'a-0', 'a-2']
    const read = await createChargedUsage(opened()).read({ accountIds, environment: 'production', from, until })
    const scanned = new Map<string, number[]>()
    for (const { account_id, environment, endpoint, at, charged, calls } of rows) {
      if (charged === 0 || environment !== 'production' || at < from || at >= until || account_id === 'a-1') continue
      const [count = 0, sum = 0] = scanned.get(`${account_id} ${endpoint}`) ?? []
      scanned.set(`${account_id} ${endpoint}`, [count + calls, sum + charged])
    }
    expect(scanned.size).toBe(8)
    expect(
      new Map(read.map(({ accountId, endpoint, calls, charged }) => [`${accountId} ${endpoint}`, [calls, charged]])),
    ).toEqual(scanned)
  })

  it('take each row once where several processes make them at the same time', async () => {
    await log(ROWS * 3)
    const taken = await Promise.all(Array.from({ length: 4 }, () => catchUp(createUsageRollUps(partsOf()))))
    expect(taken.reduce((sum, count) => sum + count, 0)).toBe(ROWS * 3)
    await expectEqual()
  })

  it('write at most a thousand counts in one transaction, whatever the rows are', async () => {
    const sizes: number[] = []
    const counts = async (): Promise<number> => {
      const row: unknown = await database().knex(database().table('analytics_roll_up')).count({ count: '*' }).first()
      return Number(z.object({ count: z.union([z.string(), z.number()]) }).parse(row).count)
    }
    const { tables } = opened()
    const watched = createUsageRollUps(
      partsOf({
        ...tables,
        async transaction(work) {
          const before = await counts()
          const result = await tables.transaction(work)
          sizes.push((await counts()) - before)
          return result
        },
      }),
    )
    // Hardly two of them are counted together.
    await log(ROWS)
    expect(await catchUp(watched)).toBe(ROWS)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(1_000)
    expect(sizes.length).toBeGreaterThan(1)
    await expectEqual()
  })

  it('take a row once that is committed long after rows with higher ids', async () => {
    if (database().dialect === 'sqlite3') return
    const rollUps = createUsageRollUps(partsOf())
    const late = Array.from({ length: 5 }, () => rowOf(random, FIRST))
    const transaction = await database().knex.transaction()
    await transaction.raw('select pg_current_xact_id()')
    await insert(late, transaction)
    await log(50)
    expect(await rollUps.advance()).toEqual({ rows: 0, caughtUp: false })
    await expectEqual()
    await transaction.commit()
    rows.push(...late)
    await expectEqual()
    expect(await catchUp(rollUps)).toBe(55)
    await expectEqual()
  })

  it('are the same after a run that was ended before its commit', async () => {
    await log(100)
    const { tables } = opened()
    const ended = createUsageRollUps(
      partsOf({
        ...tables,
        transaction: (work) =>
          tables.transaction(function* (tx) {
            yield* work(tx)
            throw new Error('the process is gone')
          }),
      }),
    )
    // Other tests on the same server have transactions of their own: while one is open, nothing is taken.
    const end = () => expect(ended.advance()).rejects.toThrow('the process is gone')
    await vi.waitFor(end, { timeout: 30_000, interval: 100 })
    await expectEqual()
    expect(await catchUp(createUsageRollUps(partsOf()))).toBe(100)
    await expectEqual()
  })

  it('outlive the rows: a purge takes them in first, and drops none while they cannot be', async () => {
    await log(ROWS)
    const advance = async () => ({ rows: 0, caughtUp: false })
    const busy = withRollUps(opened().store.usageLog, { ...partsOf(), rollUps: { advance } })
    expect(await busy.purge(FIRST + SPREAD_MS)).toEqual({ rows: 0, partitions: [], delayed: true })
    const purge = async () => {
      const purged = await counted().purge(FIRST + SPREAD_MS)
      expect(purged).not.toHaveProperty('delayed')
      return purged
    }
    const { rows: dropped, partitions } = await vi.waitFor(purge, { timeout: 30_000, interval: 100 })
    expect(dropped + partitions.length).toBeGreaterThan(0)
    await log(200)
    await expectEqual()
  })

  it('of a purge while a transaction of the cluster stays open: it says that it drops nothing yet', async () => {
    const { knex, dialect } = database()
    await log(ROWS)
    if (dialect === 'pg')
      await knex.transaction(async (open) => {
        await open.raw('select pg_current_xact_id()')
        expect(await counted().purge(FIRST + SPREAD_MS)).toEqual({ rows: 0, partitions: [], delayed: true })
      })
    // Other tests on the same server have transactions of their own.
    await expect.poll(() => counted().purge(FIRST + SPREAD_MS), { timeout: 20_000 }).not.toHaveProperty('delayed')
  })

  it('tell an account that there is not from one without calls', async () => {
    const rollUps = createUsageRollUps(partsOf())
    expect(await rollUps.read(ALL)).toEqual({ counts: [], latencies: [] })
    await expect(rollUps.read({ ...ALL, accountId: 'nobody' })).rejects.toMatchObject({ code: 'ACCOUNT_NOT_FOUND' })
  })

  it('end between two short transactions where they are told to', async () => {
    await log(20)
    expect(await createUsageRollUps(partsOf()).advance(AbortSignal.abort())).toEqual({ rows: 0, caughtUp: false })
    await expectEqual()
  })
})
