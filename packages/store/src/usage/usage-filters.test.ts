import { newestUsage, type UsagePage } from '@parakh/core'
import { beforeAll, expect, it } from 'vitest'
import { eachEngine } from '../../test/each-engine.ts'
import { createUsageLog } from './create-usage-log.ts'

eachEngine('filters of the usage log', (database) => {
  const wallet = { accountId: 'a-1', environment: 'production' } as const
  const row = (reference: string, more: object = {}) => ({
    ...{ account_id: 'a-1', environment: 'production', key_id: 'k-1', reference, request_id: 'q', endpoint: 'lookup' },
    ...{ status: 200, outcome: 'answer', latency_ms: 1, charged: 5, ip: '::1', at: 1_000 },
    ...more,
  })
  const references = async (query: object) => {
    const asked = { from: 0, until: 2_000, limit: 10, ...query }
    return (await newestUsage(createUsageLog(database()), wallet, asked)).map(({ reference }) => reference)
  }

  it('take a key, endpoints and an outcome, and leave the newest of a moment out', async () => {
    await database()
      .knex(database().table('usage'))
      .insert([
        row('one'),
        row('two', { key_id: 'k-2' }),
        row('three', { endpoint: 'other' }),
        row('four', { outcome: 'none', at: 1_500 }),
        row('five', { account_id: 'a-2' }),
        row('six', { request_id: 'q-2', status: 404, key_id: 'k-3', at: 1_100 }),
        row('seven', { request_id: 'q-2', key_id: 'k-3', at: 1_200 }),
      ])
    expect(await references({})).toEqual(['four', 'seven', 'six', 'three', 'two', 'one'])
    expect(await references({ keyId: 'k-2' })).toEqual(['two'])
    expect(await references({ endpoints: ['other', 'nothing'] })).toEqual(['three'])
    expect(await references({ endpoints: [] })).toEqual([])
    expect(await references({ outcome: 'none' })).toEqual(['four'])
    expect(await references({ status: 404 })).toEqual(['six'])
    expect(await references({ requestId: 'q-2' })).toEqual(['seven', 'six'])
    expect(await references({ requestId: 'q-2', status: 404 })).toEqual(['six'])
    expect(await references({ requestId: 'q-2', from: 1_201 })).toEqual([])
    expect(await references({ until: 1_001, skip: 2, limit: 5 })).toEqual(['one'])
  })
})

const MINUTE_MS = 60_000
/** A row a minute: 35 days of them. */
const ROWS = 50_000
const FIRST = Date.parse('2026-01-31T18:30:00Z')

eachEngine('a filter of a large usage log', (database) => {
  const wallet = { accountId: 'a-1', environment: 'production' } as const
  const all = { from: FIRST, until: FIRST + ROWS * MINUTE_MS, limit: 10 }
  const page = (query: object) => createUsageLog(database()).page(wallet, { ...all, ...query })
  /** Goes on until there is no more. @returns The places at which it went on, and what was found. */
  const walk = async (query: object) => {
    const places: number[] = []
    const found: string[] = []
    for (let next: UsagePage['next'] | object = {}; next !== null; ) {
      const one: UsagePage = await page({ ...query, ...next })
      found.push(...one.rows.map(({ reference }) => reference))
      if (one.next) places.push((one.next.until - FIRST) / MINUTE_MS)
      next = one.next
    }
    return { places, found }
  }
  beforeAll(async () => {
    const { knex, table, dialect } = database()
    const numbers =
      dialect === 'pg'
        ? `generate_series(0, ${ROWS - 1}) as n(i)`
        : `(with recursive n(i) as (select 0 union all select i + 1 from n where i < ${ROWS - 1}) select i from n)`
    await knex.raw(
      `insert into ${table('usage')} (account_id, environment, key_id, reference, request_id, endpoint, status, outcome,
        latency_ms, charged, ip, at)
        select 'a-1', 'production', case when i = 100 then 'k-2' else 'k-1' end, 'r' || i, 'q' || i,
          case when i = 100 then 'other' else 'lookup' end, case when i = 20000 then 404 else 200 end,
          case when i = 100 then 'none' else 'answer' end, 1, 5, '::1', ${FIRST} + i * cast(${MINUTE_MS} as bigint)
        from ${numbers}`,
    )
  })

  it('looks at 20,000 rows a page, and goes on until it has seen all', async () => {
    expect(await walk({ status: 500 })).toEqual({ places: [30_000, 10_000], found: [] })
    expect(await walk({ status: 404 })).toEqual({ places: [30_000, 10_000], found: ['r20000'] })
    expect(await walk({ keyId: 'k-2' })).toEqual({ places: [30_000, 10_000], found: ['r100'] })
  })

  it('pages through what it finds without a gap, and reads a request id by itself', async () => {
    const { found } = await walk({ outcome: 'answer', until: FIRST + 45 * MINUTE_MS })
    expect(found).toEqual(Array.from({ length: 45 }, (_, nth) => `r${44 - nth}`))
    expect(await page({ requestId: 'q7' })).toMatchObject({ rows: [{ reference: 'r7' }], next: null })
    expect(await page({ requestId: 'q7', status: 404 })).toEqual({ rows: [], next: null })
    expect(await page({ requestId: 'nobody' })).toEqual({ rows: [], next: null })
  })
})
