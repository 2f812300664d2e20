import { MOST_WAITING, OPERATOR_ACTS, WorkQueues, type WorkStanding } from '@parakh/core'
import { FUNDING_METHODS, type FundingMethod } from '../contract/funding.ts'
import { fundingStatements as statements } from '../tables/funding-statements.ts'
import { fundingTables } from '../tables/funding-tables.ts'
import { fundingApprove, fundingRead } from './scopes.ts'

const needs = { tables: fundingTables } as const
const limit = MOST_WAITING + 1
const ACTS: readonly FundingMethod[] = OPERATOR_ACTS
const acts = [...ACTS]
const payments = FUNDING_METHODS.filter((method) => !ACTS.includes(method))

const standing = (found: { waiting: number; oldest: Date | null } | null): WorkStanding => ({
  waiting: found?.waiting ?? 0,
  oldestAt: found?.oldest ?? null,
})

/** What waits for operators: transfers, acts of other operators, disputes, and payments that fit no order. */
export const fundingQueues = [
  WorkQueues.contribute({
    ...{ id: 'transfers', needs },
    make: ({ tables }) => ({
      ...{ title: 'Transfers to approve', scope: fundingRead },
      standing: async () =>
        standing(
          await tables.first(statements.waiting({ states: ['submitted', 'approved'], methods: payments, limit })),
        ),
    }),
  }),
  WorkQueues.contribute({
    ...{ id: 'acts', needs },
    make: ({ tables }) => ({
      ...{ title: 'Acts of operators to approve', scope: fundingRead },
      standing: async () =>
        standing(await tables.first(statements.waiting({ states: ['submitted'], methods: acts, limit }))),
    }),
  }),
  WorkQueues.contribute({
    ...{ id: 'disputes', needs },
    make: ({ tables }) => ({
      ...{ title: 'Disputes to decide', scope: fundingRead },
      standing: async () =>
        standing(await tables.first(statements.waiting({ states: ['disputed'], methods: payments, limit }))),
    }),
  }),
  WorkQueues.contribute({
    ...{ id: 'suspense', needs },
    make: ({ tables }) => ({
      ...{ title: 'Payments in suspense', scope: fundingApprove },
      standing: async () => standing(await tables.first(statements.openSuspense({ limit }))),
    }),
  }),
]
