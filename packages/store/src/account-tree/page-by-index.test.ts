import { expect, it } from 'vitest'
import * as z from 'zod'
import { eachEngine } from '../../test/each-engine.ts'
import type { OpenedDatabase } from '../connection/database.ts'
import { pageAccounts } from './page-accounts.ts'

const ACCOUNTS = 3_000
/** A node of a plan that reads more than the page. */
const SCANNED_OR_SORTED =
  /Seq Scan|Bitmap|Sort|\bSCAN (?!parakh_account USING INDEX parakh_account_by_opening)|TEMP B-TREE/
const Plan = z.union([z.array(z.object({ detail: z.string() })), z.object({ rows: z.array(z.unknown()) })])

eachEngine('a page of many accounts', (database) => {
  /** The plans of the statements that a page sends. */
  const plansOf = async (query: Partial<Parameters<typeof pageAccounts>[1]>) => {
    const { knex, dialect } = database() as OpenedDatabase
    const sent: { readonly sql: string; readonly bindings: readonly unknown[] }[] = []
    const listen = (statement: (typeof sent)[number]) => void sent.push(statement)
    knex.on('query', listen)
    const page = await pageAccounts(database(), { within: null, cursor: null, limit: 20, ...query })
    knex.off('query', listen)
    const explain = dialect === 'pg' ? 'explain (costs off)' : 'explain query plan'
    const plans: string[] = []
    for (const { sql, bindings } of sent) {
      const given = bindings.map((value) => (typeof value === 'number' ? value : String(value)))
      plans.push(JSON.stringify(Plan.parse(await knex.raw(`${explain} ${sql.replaceAll(/\$\d+/g, '?')}`, given))))
    }
    return { page, plans }
  }

  it('is read by the index by name, by id or by when they were opened, from its cursor, and nothing is sorted', async () => {
    const { knex, table } = database()
    const rows = Array.from({ length: ACCOUNTS }, (_, nth) => ({
      ...{ id: `01ABC${String(nth).padStart(8, '0')}`, name: `Shop ${nth % 100} of ${nth}`, role: 'developer' },
      ...{ status: 'active', kyc: 'pending', created_at: nth },
    }))
    await knex.batchInsert(table('account'), rows, 60)
    await knex.raw('analyze')
    const asked = { name: 'shop 7', id: '01abc000', opening: undefined }
    for (const [index, startsWith] of Object.entries(asked)) {
      const query = startsWith === undefined ? {} : { startsWith }
      const first = await plansOf(query)
      expect(first.page.items).toHaveLength(20)
      const second = await plansOf({ ...query, cursor: first.page.next })
      expect(second.page.items).toHaveLength(20)
      for (const plan of [...first.plans, ...second.plans]) expect(plan).not.toMatch(SCANNED_OR_SORTED)
      for (const { plans } of [first, second]) expect(plans.at(-1)).toContain(`parakh_account_by_${index}`)
    }
  })
})
