import { Counted, defineStatements, ROLES, sql } from '@parakh/core'
import * as z from 'zod'
import type { CommissionLevel } from './commission-rates.ts'
import { resaleTables } from './resale-tables.ts'

const ofAccount = z.object({ account_id: z.string() })
const Level = z
  .object({
    ...{ id: z.string(), parent_id: z.string().nullable(), name: z.string(), role: z.enum(ROLES) },
    basis_points: Counted,
  })
  .transform(
    ({ id, parent_id, name, role, basis_points }): CommissionLevel => ({
      ...{ accountId: id, parentId: parent_id, name, role },
      basisPoints: basis_points,
    }),
  )

/** What is read and written of commission rates. */
export const rateStatements = defineStatements(resaleTables, ({ t, platform, read, write }) => ({
  ofAccount: read({
    params: ofAccount,
    row: z.object({ basis_points: Counted }),
    sql: (p) => sql`select basis_points from ${t.commission_rate} where account_id = ${p.account_id}`,
  }),
  anyAboveZero: read({
    row: ofAccount,
    sql: () => sql`select account_id from ${t.commission_rate} where basis_points > 0 limit 1`,
  }),
  /** An account and all above it, upwards: one statement, so that a line is never seen half moved. */
  line: read({
    params: ofAccount,
    row: Level,
    sql: (p) => sql`with recursive line as (
        select a.id as id, a.parent_id as parent_id, a.name as name, a.role as role, 1 as height
          from ${platform.account} a where a.id = ${p.account_id}
        union all
        select a.id, a.parent_id, a.name, a.role, line.height + 1
          from ${platform.account} a join line on line.parent_id = a.id
      )
      select line.id as id, line.parent_id as parent_id, line.name as name, line.role as role,
        coalesce(r.basis_points, 0) as basis_points
      from line left join ${t.commission_rate} r on r.account_id = line.id order by line.height`,
  }),
  /** Every account that is open: those that have a rate, and those that stand between them. */
  tree: read({
    row: Level,
    sql: () => sql`select a.id as id, a.parent_id as parent_id, a.name as name, a.role as role,
        coalesce(r.basis_points, 0) as basis_points
      from ${platform.account} a left join ${t.commission_rate} r on r.account_id = a.id where a.status <> 'closed'`,
  }),
  put: write({
    params: ofAccount.extend({ basis_points: z.int() }),
    sql: (
      p,
    ) => sql`insert into ${t.commission_rate} (account_id, basis_points) values (${p.account_id}, ${p.basis_points})
      on conflict (account_id) do update set basis_points = excluded.basis_points`,
  }),
}))
