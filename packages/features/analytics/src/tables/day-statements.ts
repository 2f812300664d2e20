import { Counted, defineStatements, sql } from '@parakh/core'
import * as z from 'zod'
import { analyticsTables } from './analytics-tables.ts'
import { DAY_SQL } from './indian-days.ts'

const Day = z.object({ day: Counted })

/** The days that have rows of a wallet. */
export const dayStatements = defineStatements(analyticsTables, ({ t, platform, read }) => ({
  rolledUp: read({
    params: z.object({
      ...{ account_id: z.string(), environment: z.string(), first_day: z.int(), last_day: z.int() },
      ...{ key_id: z.string().optional(), outcome: z.string().optional(), endpoints: z.array(z.string()).optional() },
    }),
    row: Day,
    sql: (p, { when }) => sql`
      select distinct day from ${t.roll_up}
      where account_id = ${p.account_id} and environment = ${p.environment} and day between ${p.first_day} and ${p.last_day}
        ${when(p.key_id, sql`and key_id = ${p.key_id}`)} ${when(p.outcome, sql`and outcome = ${p.outcome}`)}
        ${when(p.endpoints, sql`and endpoint in (${p.endpoints})`)}`,
  }),
  after: read({
    params: z.object({
      ...{ account_id: z.string(), environment: z.string(), from: z.int(), until: z.int(), after: z.int() },
    }),
    row: Day,
    byIndex: true,
    // No index begins with an expression: rows are read by their ids.
    sql: (p) => sql`
      select distinct ${DAY_SQL} as day from ${platform.usage}
      where id > ${p.after} and account_id || '' = ${p.account_id} and environment = ${p.environment} and at >= ${p.from} and at < ${p.until}`,
  }),
}))
