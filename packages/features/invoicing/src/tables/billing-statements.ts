import { defineStatements, sql } from '@parakh/core'
import * as z from 'zod'
import { invoicingTables } from './invoicing-tables.ts'

const Details = z.object({
  ...{ account_id: z.string(), name: z.string(), gstin: z.string().nullable(), state_code: z.string() },
  address: z.string(),
})

/** Reads and writes of billing details. */
export const billingStatements = defineStatements(invoicingTables, ({ t, read, write }) => ({
  details: read({
    params: z.object({ account_id: z.string() }),
    row: Details,
    sql: (p) =>
      sql`select account_id, name, gstin, state_code, address from ${t.billing_details} where account_id = ${p.account_id}`,
  }),
  put: write({
    params: Details,
    sql: (p) => sql`
      insert into ${t.billing_details} (account_id, name, gstin, state_code, address)
      values (${p.account_id}, ${p.name}, ${p.gstin}, ${p.state_code}, ${p.address})
      on conflict (account_id) do update set
        name = excluded.name, gstin = excluded.gstin, state_code = excluded.state_code, address = excluded.address`,
  }),
}))
