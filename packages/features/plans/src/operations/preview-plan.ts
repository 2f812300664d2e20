import { defineOperation } from '@parakh/core'
import { MomentOrNone, momentOrNone, Rupees, rupeesText } from '@parakh/core/fields'
import * as z from 'zod'
import { Plans } from '../contract.ts'
import { PlanView, presentPlan } from './plan-views.ts'
import { plansRead } from './scopes.ts'

/** What a plan would cost now, and when it would begin. */
export const previewPlan = defineOperation({
  ...{ id: 'plans.preview', effect: 'read', scope: plansRead, path: '/accounts/{account_id}/plan/preview' },
  summary: 'Tell what subscribing or changing to a plan would cost now, and when it would begin; changes nothing',
  input: z.object({ account_id: z.string(), plan: z.string().describe('Such as starter') }),
  output: z.object({
    account_id: z.string(),
    plan: PlanView,
    due: Rupees.describe('What the production wallet would pay now'),
    starts_at: MomentOrNone.describe('When it would begin: the end of the paid period; null: at once'),
    until: MomentOrNone.describe('The end of the period that runs; null: a new one of a month would begin'),
  }),
  whose: { account: 'account_id' },
  command: {
    text: ({ plan, due, starts_at, until }) =>
      starts_at === null
        ? `The plan ${plan.name} would begin now, for ${due} INR until ${until ?? 'a month from now'}.`
        : `The plan ${plan.name} would begin on ${starts_at}; nothing is due now.`,
  },
  errors: { PLAN_NOT_OFFERED: 422, PLAN_IS_FREE: 422 },
  needs: { plans: Plans },
  async handle({ input: { account_id: accountId, plan: id }, plans }) {
    const { plan, due, startsAt, until } = await plans.preview({ accountId, plan: id })
    return {
      ...{ account_id: accountId, plan: presentPlan(plan), due: rupeesText(due) },
      ...{ starts_at: momentOrNone(startsAt), until: momentOrNone(until) },
    }
  },
})
