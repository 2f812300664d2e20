import { collectingLogger } from '@parakh/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { ENGINES, type TestDatabase } from '../../test/databases.ts'
import type { OpenedDatabase } from '../connection/database.ts'
import { openDatabase } from '../connection/open-database.ts'
import { migrate } from '../migrations/migrate.ts'
import { createUsageLog } from './create-usage-log.ts'
import { monthOf } from './months.ts'

const ACCOUNTS = 50
const ROWS_EACH = 240
/** Rows of an account, an hour apart: they fill ten days of each of three months. */
const HOUR_MS = 3_600_000
const FIRST_MONTH = Date.parse('2026-03-10T00:00:00Z')
const LIMIT = 20

/** A node of a plan that reads more than the page. The branches of a Merge Append have a "Sort Key", and are not sorted. */
const SCANNED_OR_SORTED = /Seq Scan|Bitmap|-> +(Incremental )?Sort|\bSCAN\b|TEMP B-TREE/
/** The node that reads the page: by wallet and time. */
const BY_INDEX = {
  sqlite3:
    /SEARCH parakh_usage USING INDEX parakh_usage_of_wallet \(account_id=\? AND environment=\? AND at>\? AND at<\?\)/,
  pg: /Index Scan Backward using [^"]*account_id_environment_at_id_idx/,
}
/** Lines of SQLite's plan, or of PostgreSQL's. */
const Plan = z.union([z.array(z.object({ detail: z.string() })), z.object({ rows: z.array(z.unknown()) })])

const times = Array.from({ length: ROWS_EACH }, (_, nth) => {
  const month = monthOf(FIRST_MONTH, nth % 3)
  return month.from + 86_400_000 + Math.floor(nth / 3) * HOUR_MS
})
const rowOf = (account: number, at: number) => ({
  ...{ account_id: `a-${account}`, environment: 'production', key_id: 'k', reference: `${account}-${at}` },
  ...{ request_id: 'q', endpoint: 'lookup', status: 200, outcome: 'answer', latency_ms: 1, charged: 5, ip: '::1', at },
})

describe.each(ENGINES)('a page of the usage log among %s rows of many accounts', (dialect, make) => {
  let place: TestDatabase
  let database: OpenedDatabase
  /** The statements that `list` sends, with what is bound. */
  const sent: { readonly sql: string; readonly bindings: readonly unknown[] }[] = []
  beforeAll(async () => {
    place = await make()
    database = await openDatabase(place.options, { tablePrefix: 'parakh_', logger: collectingLogger() })
    await migrate(database)
    const log = createUsageLog(database)
    await log.prepare(FIRST_MONTH)
    for (let account = 0; account < ACCOUNTS; account += 1)
      await database.knex.batchInsert(
        database.table('usage'),
        times.map((at) => rowOf(account, at)),
        60,
      )
    await database.knex.raw('analyze')
    database.knex.on('query', ({ sql, bindings }) => void sent.push({ sql, bindings }))
  })
  afterAll(async () => {
    await database.close()
    await place.drop()
  })

  /** Lists, and gives the plan of exactly the statement that did it. */
  const planOf = async (from: number, until: number) => {
    sent.length = 0
    const { rows } = await createUsageLog(database).page(
      { accountId: 'a-7', environment: 'production' },
      { from, until, limit: LIMIT },
    )
    const [statement] = sent
    if (!statement || sent.length > 1) throw new Error('a page is one statement')
    const { sql, bindings } = statement
    const explain = dialect === 'pg' ? 'explain (analyze, costs off, timing off)' : 'explain query plan'
    const given = bindings.map((value) => (typeof value === 'number' ? value : String(value)))
    const explained: unknown = await database.knex.raw(`${explain} ${sql.replaceAll(/\$\d+/g, '?')}`, given)
    return { rows, plan: JSON.stringify(Plan.parse(explained)) }
  }
  const newest = [...times].sort((one, other) => other - one)

  it('is read by the index by account and time, and nothing is sorted', async () => {
    const { rows, plan } = await planOf(0, Number.MAX_SAFE_INTEGER)
    expect(rows.map(({ at }) => at)).toEqual(newest.slice(0, LIMIT))
    expect(plan).not.toMatch(SCANNED_OR_SORTED)
    expect(plan).toMatch(BY_INDEX[dialect])
  })

  if (dialect === 'pg')
    it('leaves out the months that it does not ask for', async () => {
      const { from, until } = monthOf(FIRST_MONTH, 1)
      const { rows, plan } = await planOf(from, until)
      expect(rows).toHaveLength(LIMIT)
      expect(plan).toContain('parakh_usage_2026_04')
      expect(plan).not.toMatch(/parakh_usage_(2026_0[356]|default)/)
      expect(plan).not.toMatch(SCANNED_OR_SORTED)
    })
})
