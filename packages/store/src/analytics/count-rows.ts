import { latencyBucket } from '@parakh/core'
import type { Knex } from 'knex'
import * as z from 'zod'
import { Counted } from '../columns.ts'
import type { Database } from '../connection/database.ts'
import type { Latencies } from './packed-latencies.ts'

/** Account, environment, day, endpoint, key. */
export type LatencyKey = readonly [string, string, number, string, string]
/** Rows that were counted, by everything that a roll-up tells apart. */
export interface CountedRows {
  readonly rows: number
  /** With outcome, code, calls and micro-rupees. */
  readonly counts: readonly (readonly [...LatencyKey, string, string, number, number])[]
  readonly latencies: readonly { readonly key: LatencyKey; readonly latencies: Latencies }[]
}

const IST_OFFSET_MS = 19_800_000
const DAY_MS = 86_400_000
/** Days since 1970 in Asia/Kolkata of the column `at`. */
export const DAY_SQL = `(at + ${IST_OFFSET_MS}) / ${DAY_MS}`

const Row = z.object({
  ...{ account_id: z.string(), environment: z.string(), endpoint: z.string(), key_id: z.string() },
  ...{ outcome: z.string(), code: z.string(), day: Counted, latency_ms: Counted, calls: Counted, charged: Counted },
})

/** Counts rows of the usage log. @param range Ids above `after`, up to `through`. */
export async function countRows(
  { knex, dialect, table }: Database,
  { after, through }: { readonly after: number; readonly through: number },
): Promise<CountedRows> {
  const keys = `account_id, environment, endpoint, key_id, outcome, coalesce(code, '')`
  const sql = `select ${keys} as code, ${DAY_SQL} as day, latency_ms, count(*) as calls, sum(charged) as charged
    from ${table('usage')} where id > ? and id <= ? group by ${keys}, ${DAY_SQL}, latency_ms`
  const found = dialect === 'pg' ? await byIndex(knex, sql, [after, through]) : await knex.raw(sql, [after, through])
  return addUp(z.array(Row).parse(found))
}

function addUp(found: readonly z.output<typeof Row>[]): CountedRows {
  const counts = new Map<
    string,
    { readonly key: LatencyKey; readonly end: readonly [string, string]; sums: number[] }
  >()
  const latencies = new Map<string, { readonly key: LatencyKey; readonly latencies: Latencies }>()
  let rows = 0
  for (const { account_id, environment, day, endpoint, key_id, outcome, code, latency_ms, calls, charged } of found) {
    const key: LatencyKey = [account_id, environment, day, endpoint, key_id]
    const text = JSON.stringify(key)
    const ending = `${text} ${outcome} ${code}`
    const { sums: [before = 0, paid = 0] = [] } = counts.get(ending) ?? {}
    counts.set(ending, { key, end: [outcome, code], sums: [before + calls, paid + charged] })
    const histogram = latencies.get(text) ?? { key, latencies: new Map() }
    const bucket = latencyBucket(latency_ms)
    histogram.latencies.set(bucket, (histogram.latencies.get(bucket) ?? 0) + calls)
    latencies.set(text, histogram)
    rows += calls
  }
  return {
    rows,
    counts: [...counts.values()].map(({ key, end, sums: [calls = 0, charged = 0] }) => [
      ...key,
      ...end,
      calls,
      charged,
    ]),
    latencies: [...latencies.values()],
  }
}

/** The planner knows nothing yet of a month that has just begun: the index is right whatever it believes. */
const byIndex = (knex: Knex, sql: string, bindings: readonly number[]): Promise<unknown> =>
  knex.transaction(async (transaction) => {
    await transaction.raw('set local enable_seqscan = off')
    const { rows }: { rows: unknown } = await transaction.raw(sql, bindings)
    return rows
  })
