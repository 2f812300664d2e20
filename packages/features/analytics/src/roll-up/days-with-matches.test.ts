import type { UsagePage } from '@parakh/core'
import { beforeAll, expect, it, vi } from 'vitest'
import { eachStore } from '../../../../../test/plugin-stores.ts'
import { analytics } from '../plugin.ts'
import { withRollUps } from './counted-usage-log.ts'
import { createUsageRollUps } from './create-usage-roll-ups.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** A row a minute: 35 days of them. */
const ROWS = 50_000
const FIRST = Date.parse('2026-01-31T18:30:00Z')

eachStore('a filter of a large usage log', analytics.definition, (opened) => {
  const wallet = { accountId: 'a-1', environment: 'production' } as const
  const all = { from: FIRST, until: FIRST + ROWS * MINUTE_MS, limit: 10 }
  const parts = () => ({ tables: opened().tables, sequence: opened().store.usageSequence })
  const rollUps = () => createUsageRollUps(parts())
  const page = (query: object) =>
    withRollUps(opened().store.usageLog, { ...parts(), rollUps: rollUps() }).page(wallet, { ...all, ...query })
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
    const { knex, table, dialect } = opened().database
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

  it('looks at any day while no roll-up has them', async () => {
    expect(await walk({ keyId: 'k-2' })).toEqual({ places: [30_000, 10_000], found: ['r100'] })
    expect(await walk({ status: 404 })).toEqual({ places: [30_000, 10_000], found: ['r20000'] })
  })

  it('reads only days that have a match, once they are rolled up, and the rows that are not', async () => {
    const { knex, table } = opened().database
    const caughtUp = async () => expect(await rollUps().advance()).toMatchObject({ caughtUp: true })
    // Tests beside this one keep transactions of the shared cluster open.
    await vi.waitFor(caughtUp, { timeout: 120_000, interval: 100 })
    for (const query of [{ keyId: 'k-2' }, { endpoints: ['nothing', 'other'] }, { outcome: 'none' }])
      expect([query, await walk(query)]).toEqual([query, { places: [], found: ['r100'] }])
    expect(await walk({ keyId: 'k-1', endpoints: ['other'] })).toEqual({ places: [], found: [] })
    expect(await walk({ keyId: 'k-2', status: 404 })).toEqual({ places: [], found: [] })
    expect(await walk({ keyId: 'nobody' })).toEqual({ places: [], found: [] })
    const late = { account_id: 'a-1', environment: 'production', key_id: 'k-2', reference: 'late', request_id: 'late' }
    const more = { endpoint: 'lookup', status: 200, outcome: 'answer', latency_ms: 1, charged: 5, ip: '::1' }
    await knex(table('usage')).insert({ ...late, ...more, at: FIRST + 20 * DAY_MS + 1 })
    expect(await walk({ keyId: 'k-2' })).toEqual({ places: [], found: ['late', 'r100'] })
  })
})
