import { Counted, defineStatements, type Sql, sql } from '@parakh/core'
import * as z from 'zod'
import { analyticsTables } from './analytics-tables.ts'
import { DAY_SQL } from './indian-days.ts'

/** A list of lists as JSON: one parameter, however many rows. */
const Rows = z.object({ rows: z.string() })
const KEY: Sql = sql`account_id, environment, day, endpoint, key_id`
const KEY_VALUES: Sql = sql`value->>0, value->>1, cast(value->>2 as integer), value->>3, value->>4`

/** What roll-ups read and write. */
export const rollUpStatements = defineStatements(analyticsTables, ({ t, platform, read, write }) => ({
  through: read({
    row: z.object({ through_id: Counted }),
    sql: () => sql`select through_id from ${t.rolled_up} where id = 1`,
  }),
  move: write({
    params: z.object({ after: z.int(), through: z.int() }),
    sql: (p) => sql`update ${t.rolled_up} set through_id = ${p.through} where id = 1 and through_id = ${p.after}`,
  }),
  newRows: read({
    params: z.object({ after: z.int(), through: z.int() }),
    row: z.object({
      ...{ account_id: z.string(), environment: z.string(), endpoint: z.string(), key_id: z.string() },
      ...{ outcome: z.string(), code: z.string(), day: Counted, rows: Counted, calls: Counted },
      ...{ charged: Counted, charged_calls: Counted, latencies: z.string() },
    }),
    byIndex: true,
    sql(p, { dialect }) {
      // As text, because a row for each latency of each key costs this process ten times as much to receive.
      const latency = sql`cast(latency_ms as text) || case when calls = 1 then '' else 'x' || cast(calls as text) end`
      const latencies = dialect === 'pg' ? sql`string_agg(${latency}, ' ')` : sql`group_concat(${latency}, ' ')`
      const key = sql`account_id, environment, endpoint, key_id, outcome, coalesce(code, '')`
      return sql`select ${key} as code, ${DAY_SQL} as day, count(*) as rows, sum(calls) as calls, sum(charged) as charged,
          sum(case when charged > 0 then calls else 0 end) as charged_calls, ${latencies} as latencies
        from ${platform.usage} where id > ${p.after} and id <= ${p.through} group by ${key}, ${DAY_SQL}`
    },
  }),
  addCounts: write({
    params: Rows,
    sql: (p, { dialect }) => sql`
      insert into ${t.roll_up} (${KEY}, outcome, code, calls, charged, charged_calls)
        select ${KEY_VALUES}, value->>5, value->>6, cast(value->>7 as bigint), cast(value->>8 as bigint), cast(value->>9 as bigint)
        from ${dialect === 'pg' ? sql`jsonb_array_elements(${p.rows}::jsonb) as value` : sql`json_each(${p.rows})`} where true
      on conflict (${KEY}, outcome, code) do update set
        calls = ${t.roll_up}.calls + excluded.calls, charged = ${t.roll_up}.charged + excluded.charged,
        charged_calls = ${t.roll_up}.charged_calls + excluded.charged_calls`,
  }),
  // Each key with its place in the list.
  histograms: read({
    params: Rows,
    row: z.object({ place: Counted, buckets: z.string() }),
    sql: (p, { dialect }) => sql`
      select cast(asked.place as integer) as place, l.buckets as buckets
      from (select value->>0 as k0, value->>1 as k1, cast(value->>2 as integer) as k2, value->>3 as k3, value->>4 as k4, value->>5 as place
        from ${dialect === 'pg' ? sql`jsonb_array_elements(${p.rows}::jsonb) as value` : sql`json_each(${p.rows})`}) as asked
      join ${t.latency} l
        on l.account_id = asked.k0 and l.environment = asked.k1 and l.day = asked.k2 and l.endpoint = asked.k3 and l.key_id = asked.k4`,
  }),
  putHistograms: write({
    params: Rows,
    sql: (p, { dialect }) => sql`
      insert into ${t.latency} (${KEY}, buckets)
        select ${KEY_VALUES}, value->>5
        from ${dialect === 'pg' ? sql`jsonb_array_elements(${p.rows}::jsonb) as value` : sql`json_each(${p.rows})`} where true
      on conflict (${KEY}) do update set buckets = excluded.buckets`,
  }),
}))
