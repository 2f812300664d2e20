import { Counted, defineStatements, sql } from '@parakh/core'
import * as z from 'zod'
import { analyticsTables } from './analytics-tables.ts'

/** Rows of the usage log that figures by hour are made of at most: on SQLite all other reads of the process wait meanwhile. */
export const MOST_HOUR_ROWS = 20_000

/** Figures by hour: of rows of the log, because roll-ups have no hours (decision 0103). */
export const hourStatements = defineStatements(analyticsTables, ({ platform, read }) => ({
  hours: read({
    params: z.object({
      ...{ account_id: z.string(), environment: z.string(), from: z.int(), until: z.int() },
      ...{ endpoint: z.string().optional(), key_id: z.string().optional() },
    }),
    row: z.object({
      ...{ hour: Counted, outcome: z.string(), code: z.string(), latency_ms: Counted },
      ...{ calls: Counted, charged: Counted, rows: Counted, asked: Counted },
    }),
    byIndex: true,
    sql(p, { when }) {
      // Rows beside what is asked are counted too: they were read, and their number is what is bounded.
      const asked = sql`case when 1 = 1 ${when(p.endpoint, sql`and endpoint = ${p.endpoint}`)}
        ${when(p.key_id, sql`and key_id = ${p.key_id}`)} then 1 else 0 end`
      return sql`
        select hour, outcome, code, latency_ms, sum(calls) as calls, sum(charged) as charged, count(*) as rows, asked
          from (select (at + 19800000) / 3600000 as hour, outcome, coalesce(code, '') as code, latency_ms, calls, charged,
              ${asked} as asked
            from ${platform.usage}
            where account_id = ${p.account_id} and environment = ${p.environment} and at >= ${p.from} and at < ${p.until}
            order by at desc limit 20001) as newest
          group by hour, outcome, code, latency_ms, asked`
    },
  }),
}))
