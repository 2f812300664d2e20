import { OPERATOR_ACTS } from '@parakh/core'
import { FUNDING_METHODS, type FundingMethod, type FundingQueue, type FundingState } from './funding.ts'

const ACTS: readonly FundingMethod[] = OPERATOR_ACTS
const payments = FUNDING_METHODS.filter((method) => !ACTS.includes(method))

/** Which fundings wait in each queue; of those that were charged back, the ones whose account is still suspended. */
export const FUNDING_QUEUES: Readonly<
  Record<FundingQueue, { readonly states: readonly FundingState[]; readonly methods: readonly FundingMethod[] }>
> = {
  transfers: { states: ['submitted', 'approved'], methods: payments },
  acts: { states: ['submitted'], methods: ACTS },
  disputes: { states: ['disputed', 'charged_back'], methods: payments },
}
