import { Amount, Counted, defineStatements, sql } from '@parakh/core'
import * as z from 'zod'
import { analyticsTables } from './analytics-tables.ts'

/** Charged calls of many accounts. */
export const chargedStatements = defineStatements(analyticsTables, ({ t, read }) => ({
  byEndpoint: read({
    params: z.object({
      ...{ accounts: z.array(z.string()), environment: z.string(), first_day: z.int(), last_day: z.int() },
    }),
    row: z.object({ account_id: z.string(), endpoint: z.string(), calls: Counted, charged: Amount }),
    byIndex: true,
    sql: (p) => sql`
      select account_id, endpoint, sum(charged_calls) as calls, sum(charged) as charged from ${t.roll_up}
      where account_id in (${p.accounts}) and environment = ${p.environment} and day between ${p.first_day} and ${p.last_day}
        and charged > 0
      group by account_id, endpoint`,
  }),
}))
