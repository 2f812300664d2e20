import { latencyBucket } from '@parakh/core'
import type { Knex } from 'knex'
import * as z from 'zod'
import { Counted } from '../columns.ts'
import type { Database } from '../connection/database.ts'

/** Account, environment, endpoint, key, outcome, code, day, bucket, calls, micro-rupees. */
export type DayCount = readonly [...(readonly (string | number)[])]

const IST_OFFSET_MS = 19_800_000
const DAY_MS = 86_400_000
/** Days since 1970 in Asia/Kolkata of the column `at`. */
export const DAY_SQL = `(at + ${IST_OFFSET_MS}) / ${DAY_MS}`

const Row = z.object({
  ...{ account_id: z.string(), environment: z.string(), endpoint: z.string(), key_id: z.string() },
  ...{ outcome: z.string(), code: z.string(), day: Counted, latency_ms: Counted, calls: Counted, charged: Counted },
})

/** Counts rows of the usage log by everything that a roll-up tells apart. */
export async function countRows(
  { knex, dialect, table }: Database,
  { after, through }: { readonly after: number; readonly through: number },
): Promise<{ readonly rows: number; readonly counts: readonly DayCount[] }> {
  const keys = `account_id, environment, endpoint, key_id, outcome, coalesce(code, '')`
  const sql = `select ${keys} as code, ${DAY_SQL} as day, latency_ms, count(*) as calls, sum(charged) as charged
    from ${table('usage')} where id > ? and id <= ? group by ${keys}, ${DAY_SQL}, latency_ms`
  const found = dialect === 'pg' ? await byIndex(knex, sql, [after, through]) : await knex.raw(sql, [after, through])
  const counts = new Map<string, { key: (string | number)[]; calls: number; charged: number }>()
  let rows = 0
  for (const row of z.array(Row).parse(found)) {
    const bucket = latencyBucket(row.latency_ms)
    const key = [row.account_id, row.environment, row.endpoint, row.key_id, row.outcome, row.code, row.day, bucket]
    const text = JSON.stringify(key)
    const count = counts.get(text) ?? { key, calls: 0, charged: 0 }
    count.calls += row.calls
    count.charged += row.charged
    counts.set(text, count)
    rows += row.calls
  }
  return { rows, counts: [...counts.values()].map(({ key, calls, charged }) => [...key, calls, charged]) }
}

/** The planner knows nothing yet of a month that has just begun: the index is right whatever it believes. */
const byIndex = (knex: Knex, sql: string, bindings: readonly number[]): Promise<unknown> =>
  knex.transaction(async (transaction) => {
    await transaction.raw('set local enable_seqscan = off')
    const { rows }: { rows: unknown } = await transaction.raw(sql, bindings)
    return rows
  })
