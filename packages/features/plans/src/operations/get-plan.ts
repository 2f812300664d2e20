import { defineOperation } from '@parakh/core'
import * as z from 'zod'
import { Plans } from '../contract.ts'
import { PlanStatusView, poolText, presentPlanStatus } from './plan-views.ts'
import { plansRead } from './scopes.ts'

type Status = z.output<typeof PlanStatusView>

/** The plan of an account, and the rest of its pool. */
export const getPlan = defineOperation({
  ...{ id: 'plans.get', effect: 'read', scope: plansRead, path: '/accounts/{account_id}/plan' },
  summary: 'Get the plan of an account, and the rest of its pool',
  input: z.object({ account_id: z.string() }),
  output: PlanStatusView,
  whose: { account: 'account_id' },
  command: {
    name: 'plans show',
    more: ({ plan }) => ({ plan: plan.plan, limit: plan.limit }),
    text: describeStatus,
  },
  needs: { plans: Plans },
  handle: async ({ input, plans }) => presentPlanStatus(input.account_id, await plans.show(input.account_id)),
})

function describeStatus({ plan, subscription, period, used, remaining }: Status): string {
  const pool = `Requests since ${period}: ${used} used, ${remaining ?? 'any number'} left of ${poolText(plan)}.`
  if (!subscription) return `The plan is ${plan.name}.${plan.limit === 0 ? '' : ` ${pool}`}`
  const { next_plan, until } = subscription
  const next = next_plan === null ? '' : `From ${until} on it is ${next_plan}.`
  return [`The plan is ${plan.name}, ${stateText(subscription)}.`, pool, next].filter(Boolean).join(' ')
}

function stateText({ state, paid, until, grace_until }: NonNullable<Status['subscription']>): string {
  return state === 'grace'
    ? `not paid yet and served until ${grace_until ?? ''}`
    : `paid with ${paid} INR until ${until}`
}
