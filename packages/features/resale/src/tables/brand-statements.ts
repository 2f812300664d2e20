import { type AccountBrand, defineStatements, sql } from '@parakh/core'
import * as z from 'zod'
import { resaleErrors } from '../error-codes.ts'
import { resaleTables } from './resale-tables.ts'

const Brand = z.object({
  ...{ account_id: z.string(), host: z.string(), name: z.string() },
  ...{ support_email: z.string().nullable(), colour: z.string().nullable() },
})
const StoredBrand = Brand.transform(
  ({ account_id, support_email, ...rest }): AccountBrand => ({
    ...rest,
    accountId: account_id,
    supportEmail: support_email,
  }),
)
const COLUMNS = sql`account_id, host, name, support_email, colour`
const Owner = z.object({ account_id: z.string() })

/** Reads and writes of brands. */
export const brandStatements = defineStatements(resaleTables, ({ t, platform, read, write }) => ({
  ofAccount: read({
    params: Owner,
    row: StoredBrand,
    sql: (p) => sql`select ${COLUMNS} from ${t.brand} where account_id = ${p.account_id}`,
  }),
  lock: read({
    params: Owner,
    row: StoredBrand,
    sql: (p, { forUpdate }) => sql`select ${COLUMNS} from ${t.brand} where account_id = ${p.account_id} ${forUpdate}`,
  }),
  ofOpenAccounts: read({
    row: StoredBrand,
    sql: () => sql`
      select b.account_id, b.host, b.name, b.support_email, b.colour from ${t.brand} b
        join ${platform.account} a on a.id = b.account_id
      where a.status <> 'closed' order by b.host`,
  }),
  put: write({
    params: Brand,
    // The account's own row is replaced, so what is refused is the host.
    unique: ({ host }) => resaleErrors.error('BRAND_HOST_TAKEN', { host }),
    sql: (p) => sql`
      insert into ${t.brand} (${COLUMNS})
      values (${p.account_id}, ${p.host}, ${p.name}, ${p.support_email}, ${p.colour})
      on conflict (account_id) do update set
        host = excluded.host, name = excluded.name, support_email = excluded.support_email, colour = excluded.colour`,
  }),
  drop: write({ params: Owner, sql: (p) => sql`delete from ${t.brand} where account_id = ${p.account_id}` }),
}))
