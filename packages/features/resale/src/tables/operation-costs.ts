import {
  type Clock,
  type CostBook,
  decimal,
  type Ids,
  type NewOperationCost,
  type OperationCost,
  priceOf,
} from '@parakh/core'
import type { Knex } from 'knex'
import * as z from 'zod'
import { appendAudit } from '../audit/append-audit.ts'
import { Counted, Moment } from '../columns.ts'
import type { Database } from '../connection/database.ts'

/** What costs are kept with. */
export interface OperationCostsOptions {
  readonly database: Database
  readonly clock: Clock
  readonly ids: Ids
}

const Row = z
  .object({
    ...{ id: z.string(), plugin: z.string(), operation: z.string(), cost: Counted.transform(priceOf) },
    ...{ valid_from: Moment, created_at: Moment, actor: z.string() },
  })
  .transform(
    ({ id, plugin, operation, cost, valid_from, created_at, actor }): OperationCost => ({
      ...{ id, plugin, operation, cost, actor },
      validFrom: valid_from,
      createdAt: created_at,
    }),
  )

/** The part of the cost book that says what operations cost. */
export function operationCosts({ database, clock, ids }: OperationCostsOptions): Pick<CostBook, 'setCost' | 'costs'> {
  const { knex, table } = database
  const entries = (from: Knex): Knex.QueryBuilder => from(table('operation_cost')).orderBy('place')

  async function write(transaction: Knex.Transaction, given: NewOperationCost): Promise<OperationCost> {
    const entry: OperationCost = { ...given, id: ids.next(), createdAt: clock.now() }
    const { id, plugin, operation, cost, validFrom, createdAt, actor } = entry
    const before = z
      .array(Row)
      .parse(await entries(transaction).where({ plugin, operation }))
      .at(-1)
    await transaction(table('operation_cost')).insert({
      ...{ id, plugin, operation, cost, actor },
      ...{ valid_from: validFrom.getTime(), created_at: createdAt.getTime() },
    })
    await appendAudit(transaction, database, {
      ...{ id: ids.next(), at: createdAt, actor, action: 'cost.set', subject: `cost/${plugin}/${operation}` },
      ...{ accountId: null, before: before ? told(before) : null, after: told(entry) },
    })
    return entry
  }
  return {
    setCost: (cost) => database.write((transaction) => write(transaction, cost)),
    costs: async () => z.array(Row).parse(await entries(knex)),
  }
}

const told = ({ cost, validFrom }: OperationCost) => ({ cost: decimal(cost), valid_from: validFrom.toISOString() })
