import { Counted, defineStatements, Moment, priceOf, sql } from '@parakh/core'
import * as z from 'zod'
import type { OperationCost } from '../contract/costs.ts'
import { resaleTables } from './resale-tables.ts'

const Names = z.object({ plugin: z.string(), operation: z.string(), source: z.string().nullable() })
const StoredCost = Names.extend({
  ...{ id: z.string(), cost: Counted.transform(priceOf), valid_from: Moment, created_at: Moment, actor: z.string() },
}).transform(
  ({ valid_from, created_at, ...row }): OperationCost => ({ ...row, validFrom: valid_from, createdAt: created_at }),
)
const COLUMNS = sql`id, plugin, operation, source, cost, valid_from, created_at, actor`

/** Reads and writes of what operations cost: added only, in the order of `place`. */
export const costStatements = defineStatements(resaleTables, ({ t, read, write }) => ({
  costs: read({ row: StoredCost, sql: () => sql`select ${COLUMNS} from ${t.operation_cost} order by place` }),
  lastCost: read({
    params: Names,
    row: StoredCost,
    sql: (p, { when }) => sql`
      select ${COLUMNS} from ${t.operation_cost} where plugin = ${p.plugin} and operation = ${p.operation}
        ${when(p.source, sql`and source = ${p.source}`, sql`and source is null`)}
      order by place desc limit 1`,
  }),
  addCost: write({
    params: Names.extend({
      ...{ id: z.string(), cost: z.int(), valid_from: z.date(), created_at: z.date(), actor: z.string() },
    }),
    sql: (p) => sql`
      insert into ${t.operation_cost} (${COLUMNS})
      values (${p.id}, ${p.plugin}, ${p.operation}, ${p.source}, ${p.cost}, ${p.valid_from}, ${p.created_at}, ${p.actor})`,
  }),
}))
