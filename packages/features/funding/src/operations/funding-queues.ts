import { MOST_WAITING, WorkQueues, type WorkStanding } from '@parakh/core'
import type { FundingQueue } from '../contract/funding.ts'
import { FUNDING_QUEUES } from '../contract/funding-queues.ts'
import { fundingStatements as statements } from '../tables/funding-statements.ts'
import { fundingTables } from '../tables/funding-tables.ts'
import { fundingApprove, fundingRead } from './scopes.ts'

const needs = { tables: fundingTables } as const
const limit = MOST_WAITING + 1

const standing = (found: { waiting: number; oldest: Date | null } | null): WorkStanding => ({
  waiting: found?.waiting ?? 0,
  oldestAt: found?.oldest ?? null,
})

const ofFundings = (id: FundingQueue, title: string) =>
  WorkQueues.contribute({
    ...{ id, needs },
    make: ({ tables }) => ({
      ...{ title, scope: fundingRead },
      async standing() {
        const { states, methods } = FUNDING_QUEUES[id]
        return standing(await tables.first(statements.waiting({ states: [...states], methods: [...methods], limit })))
      },
    }),
  })

/** What waits for operators: transfers, acts of other operators, disputes, and payments that fit no order. */
export const fundingQueues = [
  ofFundings('transfers', 'Transfers to approve'),
  ofFundings('acts', 'Acts of operators to approve'),
  ofFundings('disputes', 'Disputes to decide'),
  WorkQueues.contribute({
    ...{ id: 'suspense', needs },
    make: ({ tables }) => ({
      ...{ title: 'Payments in suspense', scope: fundingApprove },
      standing: async () => standing(await tables.first(statements.openSuspense({ limit }))),
    }),
  }),
]
