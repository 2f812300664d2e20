import { defineOperation, forbidden, type Viewer } from '@parakh/core'
import * as z from 'zod'
import { Plans } from '../contract.ts'
import { presentSubscription, SubscriptionView } from './plan-views.ts'
import { plansSubscribe } from './scopes.ts'

/** A subscription spends the account's money: accounts above may read it, but only a super admin may assign one. */
async function requireOwn(viewer: Viewer, accountId: string): Promise<void> {
  if (viewer.accountId === null || viewer.accountId === accountId || (await viewer.isSuperAdmin())) return
  throw forbidden('An account subscribes for itself alone, a super admin for those below it, and an operator for any')
}

const Choice = z.object({ account_id: z.string(), plan: z.string().describe('Such as starter') })
const errors = { PLAN_NOT_OFFERED: 422, PLAN_IS_FREE: 422, PLAN_NOT_AFFORDABLE: 402 } as const
const change = {
  effect: 'write',
  scope: plansSubscribe,
  stepUp: true,
  output: SubscriptionView,
  needs: { plans: Plans },
} as const

/** Subscribes an account. */
export const subscribe = defineOperation({
  ...{ ...change, id: 'plans.subscribe', path: '/accounts/{account_id}/plan/subscribe', errors },
  summary: 'Subscribe to a plan; the production wallet pays the first month',
  input: Choice,
  whose: { account: 'account_id' },
  command: {
    text: ({ account_id, plan_name, paid, until }) =>
      `The account ${account_id} has the plan ${plan_name}. ${paid} INR paid until ${until}.`,
  },
  form: { plan: { widget: 'choice' } },
  async handle({ input: { account_id: accountId, plan }, viewer, actor, plans }) {
    await requireOwn(viewer, accountId)
    return presentSubscription(await plans.subscribe({ accountId, plan, actor }))
  },
})

/** Changes the plan of an account. */
export const changePlan = defineOperation({
  ...{ ...change, id: 'plans.change', path: '/accounts/{account_id}/plan/change', errors },
  summary: 'Change the plan: upgrade at once, downgrade at the next period; the current plan cancels a pending change',
  input: Choice,
  whose: { account: 'account_id' },
  command: { text: describeChange },
  form: { plan: { widget: 'choice' } },
  async handle({ input: { account_id: accountId, plan }, viewer, actor, plans }) {
    await requireOwn(viewer, accountId)
    return presentSubscription(await plans.change({ accountId, plan, actor }))
  },
})

/** Cancels the subscription of an account. */
export const cancelPlan = defineOperation({
  ...{ ...change, id: 'plans.cancel', path: '/accounts/{account_id}/plan/cancel' },
  summary: 'Cancel a subscription at the end of its period; one in grace at once',
  input: z.object({ account_id: z.string() }),
  whose: { account: 'account_id' },
  command: { text: describeChange },
  async handle({ input: { account_id: accountId }, viewer, actor, plans }) {
    await requireOwn(viewer, accountId)
    return presentSubscription(await plans.cancel({ accountId, actor }))
  },
})

function describeChange({ plan_name, state, next_plan, until, paid }: z.output<typeof SubscriptionView>): string {
  if (state === 'ended') return `The plan ${plan_name} has ended.`
  const now = `The plan is ${plan_name}. ${paid} INR paid until ${until}.`
  return next_plan === null ? now : `${now} From ${until} on it is ${next_plan}.`
}
