import { latencyBucket } from '@parakh/core'
import type { Knex } from 'knex'
import * as z from 'zod'
import { Counted } from '../columns.ts'
import type { Database } from '../connection/database.ts'
import { DAY_SQL } from '../usage/indian-days.ts'
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

const Row = z.object({
  ...{ account_id: z.string(), environment: z.string(), endpoint: z.string(), key_id: z.string() },
  ...{ outcome: z.string(), code: z.string(), day: Counted, rows: Counted, calls: Counted },
  ...{ charged: Counted, latencies: z.string() },
})

/** Counts rows of the usage log. @param range Ids above `after`, up to `through`. */
export async function countRows(
  { knex, dialect, table }: Database,
  { after, through }: { readonly after: number; readonly through: number },
): Promise<CountedRows> {
  const keys = `account_id, environment, endpoint, key_id, outcome, coalesce(code, '')`
  // As text, because a row for each latency of each key costs this process ten times as much to receive.
  const latency = `cast(latency_ms as text) || case when calls = 1 then '' else 'x' || cast(calls as text) end`
  const latencies = dialect === 'pg' ? `string_agg(${latency}, ' ')` : `group_concat(${latency}, ' ')`
  const sql = `select ${keys} as code, ${DAY_SQL} as day, count(*) as rows, sum(calls) as calls, sum(charged) as charged, ${latencies} as latencies
    from ${table('usage')} where id > ? and id <= ? group by ${keys}, ${DAY_SQL}`
  const found = dialect === 'pg' ? await byIndex(knex, sql, [after, through]) : await knex.raw(sql, [after, through])
  return addUp(z.array(Row).parse(found))
}

function addUp(found: readonly z.output<typeof Row>[]): CountedRows {
  const latencies = new Map<string, { readonly key: LatencyKey; readonly latencies: Latencies }>()
  let rows = 0
  const counts = found.map((row) => {
    const key: LatencyKey = [row.account_id, row.environment, row.day, row.endpoint, row.key_id]
    const text = JSON.stringify(key)
    const histogram = latencies.get(text) ?? { key, latencies: new Map() }
    countLatencies(histogram.latencies, row.latencies)
    latencies.set(text, histogram)
    rows += row.rows
    return [...key, row.outcome, row.code, row.calls, row.charged] as const
  })
  return { rows, counts, latencies: [...latencies.values()] }
}

/** Counts milliseconds that are written behind each other, those of several calls as `12x300`. */
function countLatencies(latencies: Latencies, milliseconds: string): void {
  for (const text of milliseconds.split(' ')) {
    const [latency, calls = '1'] = text.split('x')
    const bucket = latencyBucket(Number(latency))
    latencies.set(bucket, (latencies.get(bucket) ?? 0) + Number(calls))
  }
}

/** The planner knows nothing yet of a month that has just begun: the index is right whatever it believes. */
const byIndex = (knex: Knex, sql: string, bindings: readonly number[]): Promise<unknown> =>
  knex.transaction(async (transaction) => {
    await transaction.raw('set local enable_seqscan = off')
    const { rows }: { rows: unknown } = await transaction.raw(sql, bindings)
    return rows
  })
