import { Plans, SUBSCRIPTION_STATES } from '@parakh/core'
import * as z from 'zod'
import { AccountId } from './account-id.ts'
import { forbidden } from './admin-fault.ts'
import type { AdminContext } from './admin-route.ts'
import { defineAdminList } from './define-admin-list.ts'
import { defineAdminRoute } from './define-admin-route.ts'
import {
  PlanStatusView,
  PlanView,
  presentPlan,
  presentPlanStatus,
  presentSubscription,
  SubscriptionView,
} from './plan-views.ts'
import { isSuperAdmin } from './super-admin.ts'

/** A subscription spends the account's money: accounts above may read it, but only a super admin may assign one. */
async function requireOwn(asking: Pick<AdminContext, 'host' | 'viewer'>, accountId: string): Promise<void> {
  const { viewer } = asking
  if (viewer.accountId === null || viewer.accountId === accountId || (await isSuperAdmin(asking))) return
  throw forbidden('An account subscribes for itself alone, a super admin for those below it, and an operator for any')
}

const PlanChoice = z.object({ plan: z.string().describe('Such as starter') })
const REFUSALS = { PLAN_NOT_OFFERED: 422, PLAN_IS_FREE: 422 } as const

const listPlans = defineAdminRoute({
  id: 'plans.list',
  method: 'GET',
  path: '/plans',
  scope: 'plans:read',
  summary: 'List the plans of this host, the cheapest first',
  response: z.object({
    items: z.array(PlanView),
    features_enforced: z.boolean().describe('Whether features of plans are enforced'),
  }),
  async handle({ host }) {
    const { offered, gated } = host.get(Plans)
    return { items: offered.map(presentPlan), features_enforced: gated }
  },
})

const listSubscriptions = defineAdminList({
  id: 'subscriptions.list',
  path: '/subscriptions',
  scope: 'plans:read',
  summary: 'List subscriptions to plans, newest first',
  filters: z.object({
    account_id: z.string().exactOptional().describe('Only of this account'),
    state: z.enum(SUBSCRIPTION_STATES).exactOptional(),
    plan: z.string().exactOptional(),
  }),
  item: SubscriptionView,
  async handle({ host, viewer, filters: { account_id, ...filters }, page }) {
    const accountIds = account_id === undefined ? await viewer.branch() : [account_id]
    const { items, next } = await host.get(Plans).list({ accountIds, ...filters, ...page })
    return { items: items.map(presentSubscription), next }
  },
})

const getPlan = defineAdminRoute({
  id: 'plans.get',
  method: 'GET',
  path: '/accounts/{account_id}/plan',
  scope: 'plans:read',
  summary: 'Get the plan of an account, and the rest of its pool',
  params: AccountId,
  response: PlanStatusView,
  handle: async ({ host, params: { account_id } }) =>
    presentPlanStatus(account_id, await host.get(Plans).show(account_id)),
})

const subscribe = defineAdminRoute({
  id: 'plans.subscribe',
  method: 'POST',
  path: '/accounts/{account_id}/plan/subscribe',
  scope: 'plans:subscribe',
  summary: 'Subscribe to a plan; the production wallet pays the first month',
  params: AccountId,
  body: PlanChoice,
  errors: REFUSALS,
  response: SubscriptionView,
  async handle({ host, actor, viewer, params: { account_id: accountId }, body: { plan } }) {
    await requireOwn({ host, viewer }, accountId)
    return presentSubscription(await host.get(Plans).subscribe({ accountId, plan, actor }))
  },
})

const change = defineAdminRoute({
  id: 'plans.change',
  method: 'POST',
  path: '/accounts/{account_id}/plan/change',
  scope: 'plans:subscribe',
  summary: 'Change the plan: upgrade at once, downgrade at the next period; the current plan cancels a pending change',
  params: AccountId,
  body: PlanChoice,
  errors: REFUSALS,
  response: SubscriptionView,
  async handle({ host, actor, viewer, params: { account_id: accountId }, body: { plan } }) {
    await requireOwn({ host, viewer }, accountId)
    return presentSubscription(await host.get(Plans).change({ accountId, plan, actor }))
  },
})

const cancel = defineAdminRoute({
  id: 'plans.cancel',
  method: 'POST',
  path: '/accounts/{account_id}/plan/cancel',
  scope: 'plans:subscribe',
  summary: 'Cancel a subscription at the end of its period; one in grace at once',
  params: AccountId,
  response: SubscriptionView,
  async handle({ host, actor, viewer, params: { account_id: accountId } }) {
    await requireOwn({ host, viewer }, accountId)
    return presentSubscription(await host.get(Plans).cancel({ accountId, actor }))
  },
})

const availability = defineAdminRoute({
  id: 'plans.availability',
  method: 'GET',
  path: '/plans/availability',
  scope: 'plans:read',
  summary: 'Get the availability of production in a month; an account sees that of its own calls',
  query: z.object({
    month: z.string().describe('A month in India, such as 2026-11'),
    account_id: z.string().exactOptional().describe('Only calls of this account'),
  }),
  response: z.object({
    month: z.string(),
    answered: z.int().describe('Answered production calls, including those without a record'),
    failed: z.int(),
    percent: z.number().nullable().describe('Floored to two decimals; null: no calls'),
  }),
  async handle({ host, viewer, query }) {
    const accountId = query.account_id ?? viewer.accountId ?? undefined
    const { month, answered, failed, basisPoints } = await host.get(Plans).availability(query.month, accountId)
    return { month, answered, failed, percent: basisPoints === null ? null : basisPoints / 100 }
  },
})

/** Routes of plans. */
export const planRoutes = [listPlans, listSubscriptions, getPlan, subscribe, change, cancel, availability]
