import type { BalanceHeaders } from '@parakh/core'
import type { Plans } from '../contract.ts'

/** The headers of the balance of a production wallet: `X-Plan`, and with a limit `X-Plan-Limit` and `X-Plan-Remaining`. */
export const planHeaders =
  (plans: Pick<Plans, 'show'>): BalanceHeaders =>
  async (accountId, environment) => {
    if (environment !== 'production') return {}
    const { plan, remaining } = await plans.show(accountId)
    const pool = { 'x-plan-limit': String(plan.limit), 'x-plan-remaining': String(remaining) }
    return { 'x-plan': plan.id, ...(plan.limit === null ? {} : pool) }
  }
