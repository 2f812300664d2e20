import { inr } from '@parakh/core'
import { sequentialIds } from '@parakh/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { ENGINES, openTables, type TestDatabase } from '../../../../../test/databases.ts'
import { openResale, type ResaleProcess } from '../../test/open-resale.ts'
import type { CostBook } from './cost-book.ts'
import { createCostBook } from './create-cost-book.ts'

const FROM = Date.parse('2026-03-10T00:00:00Z')
const DAY_MS = 86_400_000
/** Calls of ten days. So many of a day would have PostgreSQL read the whole table, if it were not kept from it. */
const CALLS = 4_000
const SPACING_MS = (10 * DAY_MS) / CALLS
const Plan = z.union([z.array(z.object({ detail: z.string() })), z.object({ rows: z.array(z.unknown()) })])
/** How a call is found. */
const BY_REFERENCE = {
  sqlite3: /SEARCH c USING INDEX parakh_call_reference \(reference=\?\)/,
  pg: /Index Scan using parakh_call_reference on parakh_call[^}]*},{"QUERY PLAN":" *Index Cond: \(reference = /,
}
const WHOLE_TABLE = /Seq Scan|SCAN (c|parakh_call|parakh_resale_attempt)\b(?! USING (COVERING )?INDEX)/

const callAt = (n: number) => ({
  ...{ reference: `call-${String(n).padStart(6, '0')}`, account_id: 'a', environment: 'production', key_id: 'k' },
  ...{ endpoint: 'lookup', request_id: `r-${n}`, fingerprint: 'f', phase: 'done', epoch: 1, owner: 'o' },
  ...{ price_version: 'p', legs: '[]', charged: inr('1'), lease_until: 0, at: FROM + n * SPACING_MS },
})

describe.each(ENGINES)('costs among many calls on %s', (dialect, make) => {
  let place: TestDatabase
  let knex: ReturnType<typeof openTables>
  let opened: ResaleProcess
  let book: CostBook
  const sent: { readonly sql: string; readonly bindings: readonly unknown[] }[] = []
  beforeAll(async () => {
    place = await make()
    knex = openTables(place)
    opened = await openResale(place, { database: { knex } })
    book = createCostBook({ tables: opened.tables, ids: sequentialIds(9) })
    const calls = Array.from({ length: CALLS }, (_, n) => callAt(n))
    await knex.batchInsert('parakh_call', calls, 60)
    await book.append(
      calls.map(({ reference, account_id, endpoint, at }) => ({
        ...{ reference, accountId: account_id, environment: 'production' as const, endpoint, at },
        ...{ provider: 'pan/http#0', operation: 'find', outcome: 'answer' as const, cost: inr('0.20') },
      })),
    )
    await knex.raw('analyze')
    knex.on('query', ({ sql, bindings }) => void sent.push({ sql, bindings }))
  })
  afterAll(async () => {
    await opened.store.close()
    await knex.destroy()
    await place.drop()
  })

  /** The plans of the statements of some work that read or delete rows, as they are run. */
  const plansOf = async (work: () => Promise<unknown>): Promise<readonly string[]> => {
    sent.length = 0
    await work()
    const plans: string[] = []
    for (const [place, { sql, bindings }] of [...sent].entries()) {
      if (!/^(select|delete)/i.test(sql.trim())) continue
      const text = `${dialect === 'pg' ? 'explain (costs off)' : 'explain query plan'} ${sql.replaceAll(/\$\d+/g, '?')}`
      const given = bindings.map((value) => (typeof value === 'number' ? value : String(value)))
      const limits = sent[place - 1]?.sql ?? ''
      plans.push(
        await knex.transaction(async (transaction) => {
          if (limits.startsWith('set local')) await transaction.raw(limits)
          return JSON.stringify(Plan.parse(await transaction.raw(text, given)))
        }),
      )
    }
    return plans
  }

  it('of a month are read from its own attempts and their calls, however many calls there are', async () => {
    const month = { from: FROM + 4 * DAY_MS, until: FROM + 6 * DAY_MS }
    const plans = await plansOf(() => book.margins(month))
    expect(plans).toHaveLength(4)
    for (const plan of plans) {
      expect(plan).not.toMatch(WHOLE_TABLE)
      expect(plan).toContain('attempt_at')
    }
    expect(plans.filter((plan) => BY_REFERENCE[dialect].test(plan))).toHaveLength(2)
    const asked = (2 * CALLS) / 10
    expect((await book.margins(month)).endpoints).toMatchObject([
      { attempts: asked, calls: asked, revenue: asked * inr('1') },
    ])
  })

  it('of a provider are read from the attempts of their time', async () => {
    const [plan = ''] = await plansOf(() => book.booked({ from: FROM, until: FROM + DAY_MS, provider: 'pan' }))
    expect(plan).not.toMatch(WHOLE_TABLE)
    expect(plan).toContain('attempt_at')
  })
})
