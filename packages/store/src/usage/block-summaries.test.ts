import { expect, it } from 'vitest'
import * as z from 'zod'
import { eachEngine } from '../../test/each-engine.ts'
import { createUsageLog } from '../usage/create-usage-log.ts'
import { BlockSummaries } from './block-summaries.ts'

const AT = Date.parse('2026-09-28T00:00:00Z')
const ROWS = 30_000
/** Of two months' last pages, and of the ones with what is asked for. */
const FEW = 10_000
const Plan = z.array(z.object({ 'QUERY PLAN': z.string() }))

eachEngine('rows of the usage log by their ids', (database) => {
  const insert = async (rows: number): Promise<void> => {
    const { knex, table } = database()
    await knex.raw(
      `insert into ${table('usage')} (account_id, environment, key_id, reference, request_id, endpoint, status, outcome,
          latency_ms, ip, at)
        with recursive series (n) as (select 0 union all select n + 1 from series where n + 1 < ${rows})
        select 'a', 'production', 'k', 'r', 'q', 'lookup', 200, 'answer', 1, '::1', ${AT} + n % 5 * 86400000 from series`,
    )
  }
  /** Rows that PostgreSQL looks at to find the last hundred. */
  const looked = async (): Promise<number> => {
    const { knex, table } = database()
    return await knex.transaction(async (transaction) => {
      await transaction.raw('set local enable_seqscan = off; set local enable_indexscan = off')
      const { rows } = await transaction.raw(
        `explain (analyze, costs off, timing off) select count(*) from ${table('usage')}
          where id > (select last_value from ${table('usage_id_seq')}) - 100`,
      )
      const lines = Plan.parse(rows).map((row) => row['QUERY PLAN'])
      return lines.reduce((sum, line) => sum + Number(/Rows Removed by Index Recheck: (\d+)/.exec(line)?.[1] ?? 0), 0)
    })
  }

  it('are found without reading all that is new', async () => {
    if (database().dialect === 'sqlite3') return
    await createUsageLog(database()).prepare(AT)
    const summaries = new BlockSummaries()
    await insert(ROWS)
    expect(await looked()).toBeGreaterThan(ROWS - FEW)
    await summaries.complete(database())
    expect(await looked()).toBeLessThan(FEW)
    await insert(ROWS)
    await summaries.complete(database())
    expect(await looked()).toBeLessThan(FEW)
  })

  it('are found all the same while somebody else has the lock', async () => {
    if (database().dialect === 'sqlite3') return
    await insert(ROWS)
    const busy = await database().knex.transaction()
    await busy.raw('lock table ?? in share update exclusive mode', [database().table('usage_2026_09')])
    await new BlockSummaries().complete(database())
    await busy.rollback()
    await new BlockSummaries().complete(database())
    expect(await looked()).toBeLessThan(FEW)
  })
})
