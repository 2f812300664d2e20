import { Counted, defineStatements, type Sql, type StatementTools, sql } from '@parakh/core'
import * as z from 'zod'
import { analyticsTables } from './analytics-tables.ts'
import { DAY_SQL } from './indian-days.ts'

type Tools = StatementTools<(typeof analyticsTables.names)[number]>

const Asked = z.object({
  ...{ account_id: z.string(), environment: z.string() },
  ...{ endpoint: z.string().optional(), key_id: z.string().optional() },
  ...{ first_day: z.int(), last_day: z.int(), from: z.int(), until: z.int() },
  /** Given where few rows have no roll-up yet: they are read by their ids. Of many, the index of the account is better. */
  few: z.literal(1).optional(),
})
const Row = z.object({
  part: z.enum(['counts', 'histogram', 'row']),
  group: z.union([z.string(), z.number()]),
  ...{ outcome: z.string(), code: z.string(), buckets: z.string() },
  ...{ latency_ms: Counted, calls: Counted, charged: Counted },
})

/**
 * Counts of an account from the roll-ups, and from the rows after them: in one statement, so both are of one moment. Rows without a roll-up are read
 * by their ids where they are few: an account may have a million rows in the days that are asked for, which its index would walk through.
 */
const figuresBy = ({ t, platform, read }: Tools, { rolledUp, row }: { readonly rolledUp: Sql; readonly row: Sql }) =>
  read({
    params: Asked,
    row: Row,
    byIndex: true,
    sql(p, { when, dialect }) {
      const narrow = sql`${when(p.endpoint, sql`and endpoint = ${p.endpoint}`)} ${when(p.key_id, sql`and key_id = ${p.key_id}`)}`
      const days = sql`account_id = ${p.account_id} and environment = ${p.environment} ${narrow}
        and day >= ${p.first_day} and day <= ${p.last_day}`
      // No index begins with an expression.
      const account = when(p.few, sql`account_id || '' = ${p.account_id}`, sql`account_id = ${p.account_id}`)
      const histogram = dialect === 'pg' ? sql`string_agg(buckets, ' ')` : sql`group_concat(buckets, ' ')`
      return sql`
        select 'counts' as part, ${rolledUp} as "group", outcome, code, '' as buckets, 0 as latency_ms, sum(calls) as calls,
            sum(charged) as charged
          from ${t.roll_up} where ${days} group by ${rolledUp}, outcome, code
        union all
        select 'histogram', ${rolledUp}, '', '', ${histogram}, 0, 0, 0 from ${t.latency} where ${days} group by ${rolledUp}
        union all
        select 'row', ${row}, outcome, coalesce(code, ''), '', latency_ms, sum(calls), sum(charged)
          from ${platform.usage} where ${account} and environment = ${p.environment} ${narrow}
            and at >= ${p.from} and at < ${p.until} and id > (select through_id from ${t.rolled_up} where id = 1)
          group by ${row}, outcome, coalesce(code, ''), latency_ms`
    },
  })

/** Figures by each grouping; of `total` the group is the account. */
export const figureStatements = defineStatements(analyticsTables, (tools) => ({
  total: figuresBy(tools, { rolledUp: sql`account_id`, row: sql`account_id` }),
  endpoint: figuresBy(tools, { rolledUp: sql`endpoint`, row: sql`endpoint` }),
  key: figuresBy(tools, { rolledUp: sql`key_id`, row: sql`key_id` }),
  day: figuresBy(tools, { rolledUp: sql`day`, row: DAY_SQL }),
}))
