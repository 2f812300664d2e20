import { decide } from '@parakh/kernel'
import { collectingLogger, manualClock, sequentialIds } from '@parakh/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { ENGINES, type TestDatabase } from '../../test/databases.ts'
import type { OpenedDatabase } from '../connection/database.ts'
import { openDatabase } from '../connection/open-database.ts'
import { migrate } from '../migrations/migrate.ts'
import { createCommissionLedger } from './create-commission-ledger.ts'

const RESELLERS = 40
const ENTRIES_EACH = 250
const AT = Date.parse('2026-03-10T00:00:00Z')
const DAY_MS = 86_400_000
const environment = 'production'
const Plan = z.union([z.array(z.object({ detail: z.string() })), z.object({ rows: z.array(z.unknown()) })])

describe.each(ENGINES)('commission among many entries on %s', (dialect, make) => {
  let place: TestDatabase
  let database: OpenedDatabase
  const sent: { readonly sql: string; readonly bindings: readonly unknown[] }[] = []
  const book = () => createCommissionLedger({ database, decide, clock: manualClock(), ids: sequentialIds() })
  beforeAll(async () => {
    place = await make()
    database = await openDatabase(place.options, { tablePrefix: 'parakh_', logger: collectingLogger() })
    await migrate(database)
    const account = { name: 'a', role: 'retailer', status: 'active', kyc: 'pending', created_at: AT }
    for (let n = 0; n < RESELLERS; n += 1) {
      await database.knex(database.table('account')).insert({ ...account, id: `r-${n}` })
      const entries = Array.from({ length: ENTRIES_EACH }, (_unused, nth) => ({
        ...{ transaction_id: `${n}-${nth}`, kind: 'charge', ledger_account: `commission:r-${n}`, environment },
        ...{ amount: 10, actor: 'k', request_id: 'q', price_version: 'p', at: AT + nth * DAY_MS },
      }))
      await database.knex.batchInsert(database.table('ledger_entry'), entries, 60)
    }
    await book().rollUp()
    await database.knex.raw('analyze')
    database.knex.on('query', ({ sql, bindings }) => void sent.push({ sql, bindings }))
  })
  afterAll(async () => {
    await database.close()
    await place.drop()
  })

  /** The plans of the statements that read entries, of some work. */
  const plansOf = async (work: () => Promise<unknown>) => {
    sent.length = 0
    await work()
    const reading = sent.filter(({ sql }) => /ledger_entry/.test(sql) && /^(select|update)/i.test(sql))
    expect(reading.length).toBeGreaterThan(0)
    const plans: string[] = []
    for (const { sql, bindings } of [...reading]) {
      const given = bindings.map((value) => (typeof value === 'number' ? value : String(value)))
      const explain = dialect === 'pg' ? 'explain (costs off)' : 'explain query plan'
      const explained: unknown = await database.knex.raw(`${explain} ${sql.replaceAll(/\$\d+/g, '?')}`, given)
      plans.push(JSON.stringify(Plan.parse(explained)))
    }
    return plans
  }

  it('reads what is accrued, and what is to be rolled up, from what no roll-up contains', async () => {
    const totals = await plansOf(() => book().totals('r-7', environment))
    const rolling = await plansOf(() => book().rollUp())
    for (const plan of [...totals, ...rolling]) {
      expect(plan).toContain('commission_tail')
      expect(plan).not.toMatch(/Seq Scan on parakh_ledger_entry|SCAN parakh_ledger_entry(?! USING INDEX)/)
    }
    expect(await book().totals('r-7', environment)).toMatchObject({ accrued: 10 * ENTRIES_EACH })
  })

  it('reads a month from its own entries', async () => {
    const month = { accountId: 'r-7', environment, from: AT + 30 * DAY_MS, until: AT + 60 * DAY_MS } as const
    const [lines] = await plansOf(() => book().month(month))
    expect(lines).toContain('commission_month')
    expect(lines).not.toMatch(/Seq Scan on parakh_ledger_entry|SCAN e(?! USING INDEX)/)
    expect(await book().month(month)).toMatchObject({ opening: 300, earned: 300, closing: 600 })
  })
})
