import { defineStatements, sql } from '@parakh/core'
import * as z from 'zod'
import { PriceRow, PriceSlotRow, StoredPrice } from './price-row.ts'
import { resaleTables } from './resale-tables.ts'

/** What is read and written of price lists. */
export const priceStatements = defineStatements(resaleTables, ({ t, read, write }) => ({
  history: read({
    params: z.object({ endpoint: z.string().optional() }),
    row: StoredPrice,
    sql: (p, { when }) =>
      sql`select * from ${t.price} ${when(p.endpoint, sql`where endpoint = ${p.endpoint}`)} order by revision`,
  }),
  changed: read({
    params: z.object({ after: z.int(), through: z.int() }),
    row: StoredPrice,
    sql: (p) =>
      sql`select * from ${t.price} where revision > ${p.after} and revision <= ${p.through} order by revision`,
  }),
  latest: read({
    params: PriceSlotRow,
    row: StoredPrice,
    sql: (p, { when }) => sql`select * from ${t.price} where endpoint = ${p.endpoint} and from_calls = ${p.from_calls}
      ${when(p.tier, sql`and tier = ${p.tier}`, sql`and tier is null`)}
      ${when(p.owner_account_id, sql`and owner_account_id = ${p.owner_account_id}`, sql`and owner_account_id is null`)}
      ${when(p.account_id, sql`and account_id = ${p.account_id}`, sql`and account_id is null`)}
      ${when(p.role, sql`and role = ${p.role}`, sql`and role is null`)}
      order by revision desc limit 1`,
  }),
  add: write({
    params: PriceRow,
    sql: (
      p,
    ) => sql`insert into ${t.price} (revision, id, owner_account_id, endpoint, tier, account_id, role, from_calls, price,
        valid_from, created_at, actor)
      values (${p.revision}, ${p.id}, ${p.owner_account_id}, ${p.endpoint}, ${p.tier}, ${p.account_id}, ${p.role}, ${p.from_calls},
        ${p.price}, ${p.valid_from}, ${p.created_at}, ${p.actor})`,
  }),
}))
