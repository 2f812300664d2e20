import { defineStatements, sql } from '@parakh/core'
import * as z from 'zod'
import { invoicingTables } from './invoicing-tables.ts'

const Month = z.object({ month: z.string() })

/** Which accounts a month was closed for. */
export const monthlyStatements = defineStatements(invoicingTables, ({ t, platform, read, write }) => ({
  /** Accounts that were there in the month and have no row for it. */
  open: read({
    params: Month.extend({ after_id: z.string(), until: z.int(), limit: z.int() }),
    row: z.object({ id: z.string() }),
    sql: (p) => sql`select a.id as id from ${platform.account} a
      left join ${t.month_done} d on d.account_id = a.id and d.month = ${p.month}
      where a.id > ${p.after_id} and a.created_at < ${p.until} and d.account_id is null order by a.id limit ${p.limit}`,
  }),
  /** Of several that close it at once, one has written. */
  close: write({
    params: Month.extend({ account_id: z.string() }),
    sql: (p) =>
      sql`insert into ${t.month_done} (account_id, month) values (${p.account_id}, ${p.month}) on conflict do nothing`,
  }),
}))
