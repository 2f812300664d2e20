import { Moment, MomentOrNone, moment, momentOrNone, Rupees, rupeesText } from '@parakh/core/fields'
import * as z from 'zod'
import { PLAN_FEATURES, type Plan, type PlanStatus, SUBSCRIPTION_STATES, type Subscription } from '../contract.ts'

/** A plan in a response. */
export const PlanView = z.object({
  plan: z.string(),
  name: z.string(),
  price_per_month: Rupees,
  limit: z.int().nullable().describe('Production calls per period that the plan includes; null: without a limit'),
  unlimited: z.boolean().describe('True: offered as unlimited, the limit is fair use'),
  features: z.array(z.enum(PLAN_FEATURES)),
  endpoints: z.array(z.string()).nullable().describe('Endpoints that the pool pays for; null: all'),
})
/** A subscription in a response. */
export const SubscriptionView = z.object({
  subscription_id: z.string(),
  account_id: z.string(),
  plan: z.string(),
  plan_name: z.string(),
  state: z.enum(SUBSCRIPTION_STATES),
  period: z.string().describe("The period's first day in India, such as 2026-11-21"),
  paid: Rupees.describe('Paid for this period so far'),
  from: Moment,
  until: Moment,
  next_plan: z.string().nullable().describe('The plan of the next period; null: the same'),
  grace_until: MomentOrNone.describe('The end of grace'),
  ended_at: MomentOrNone,
})
/** An account's plan and pool usage in a response. */
export const PlanStatusView = z.object({
  account_id: z.string(),
  plan: PlanView,
  period: z.string(),
  used: z.int().describe("Used units of this period's pool"),
  remaining: z.int().nullable().describe('Null: without a limit'),
  subscription: SubscriptionView.nullable().describe('Null: the plan of accounts without a subscription'),
})

/** Presents a plan. */
export const presentPlan = ({ id, pricePerMonth, features, endpoints, ...plan }: Plan): z.input<typeof PlanView> => ({
  ...{ plan: id, name: plan.name, price_per_month: rupeesText(pricePerMonth) },
  ...{ limit: plan.limit, unlimited: plan.unlimited, features: [...features] },
  endpoints: endpoints && [...endpoints],
})

/** Presents a subscription. */
export const presentSubscription = (one: Subscription): z.input<typeof SubscriptionView> => ({
  ...{ subscription_id: one.id, account_id: one.accountId, plan: one.plan.id, plan_name: one.plan.name },
  ...{ state: one.state, period: one.period },
  ...{ paid: rupeesText(one.paid), from: moment(one.from), until: moment(one.until), next_plan: one.nextPlan },
  ...{ grace_until: momentOrNone(one.graceUntil), ended_at: momentOrNone(one.endedAt) },
})

/** Presents an account's plan and pool usage. */
export const presentPlanStatus = (accountId: string, status: PlanStatus): z.input<typeof PlanStatusView> => ({
  ...{ account_id: accountId, plan: presentPlan(status.plan), period: status.period },
  ...{ used: status.used, remaining: status.remaining },
  subscription: status.subscription && presentSubscription(status.subscription),
})

/** Plans as they are typed and printed on the command line, besides the fields of their views. */
export const printedPlan = (view: z.output<typeof PlanView>): Readonly<Record<string, unknown>> => ({
  ...view,
  pooled_requests: view.unlimited ? 'unlimited' : view.limit,
  fair_use: view.unlimited ? view.limit : null,
})

/** The pool of a plan for a person. */
export function poolText({ limit, unlimited }: Pick<z.output<typeof PlanView>, 'limit' | 'unlimited'>): string {
  if (limit === null) return 'unlimited'
  return unlimited ? `unlimited (fair use ${limit})` : String(limit)
}
