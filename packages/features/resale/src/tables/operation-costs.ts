import { decimal, type Ids, type TableAccess } from '@parakh/core'
import type { OperationCost } from '../contract/costs.ts'
import type { CostBook } from './cost-book.ts'
import { costStatements as statements } from './cost-statements.ts'

/** What costs are kept with. */
export interface CostBookParts {
  readonly tables: TableAccess
  readonly ids: Ids
}

/** The part of the cost book that says what operations cost. */
export const operationCosts = ({ tables, ids }: CostBookParts): Pick<CostBook, 'setCost' | 'costs'> => ({
  setCost: ({ plugin, operation, source, cost, validFrom, actor }) =>
    tables.transaction(function* (tx) {
      const of = { plugin, operation, source }
      const entry: OperationCost = { id: ids.next(), ...of, cost, validFrom, createdAt: tx.at, actor }
      const before = yield* tx.first(statements.lastCost(of))
      const { id } = entry
      yield* tx.run(statements.addCost({ id, ...of, cost, valid_from: validFrom, created_at: tx.at, actor }))
      yield* tx.audit({
        ...{
          actor,
          action: 'cost.set',
          subject: ['cost', plugin, operation, ...(source === null ? [] : [source])].join('/'),
          accountId: null,
        },
        ...{ before: before ? told(before) : null, after: told(entry) },
      })
      return entry
    }),
  costs: () => tables.rows(statements.costs()),
})

const told = ({ cost, validFrom }: OperationCost) => ({ cost: decimal(cost), valid_from: validFrom.toISOString() })
