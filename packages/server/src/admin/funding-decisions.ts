import { EnvironmentField, Moment, moment, rupeesText } from '@parakh/core/fields'
import { Funding, type SuspenseItem } from '@parakh/funding/contract'
import * as z from 'zod'
import { defineAdminList } from './define-admin-list.ts'
import { defineAdminRoute } from './define-admin-route.ts'
import { FundingId, FundingView, ownerOfFunding, presentFunding } from './funding-view.ts'

const Reason = z.object({ reason: z.string().trim().min(1).max(500).describe('No identity number') })
const ofFunding = { method: 'POST', scope: 'funding:approve', params: FundingId, response: FundingView } as const

const approve = defineAdminRoute({
  ...ofFunding,
  id: 'funding.approve',
  path: '/funding/{funding_id}/approve',
  summary: 'Approve and credit a transfer; a large one needs two operators',
  owner: ownerOfFunding,
  async handle({ host, actor, params: { funding_id: id } }) {
    return presentFunding(await host.get(Funding).approve({ id, actor }))
  },
})

const reject = defineAdminRoute({
  ...ofFunding,
  id: 'funding.reject',
  path: '/funding/{funding_id}/reject',
  summary: 'Reject a transfer; the UTR may be submitted again',
  body: Reason,
  owner: ownerOfFunding,
  async handle({ host, actor, params: { funding_id: id }, body: { reason } }) {
    return presentFunding(await host.get(Funding).reject({ id, actor, reason }))
  },
})

const chargeback = defineAdminRoute({
  ...ofFunding,
  id: 'funding.chargeback',
  path: '/funding/{funding_id}/chargeback',
  summary: 'Charge back a credited amount, and suspend the account',
  body: Reason,
  owner: ownerOfFunding,
  async handle({ host, actor, params: { funding_id: id }, body: { reason } }) {
    return presentFunding(await host.get(Funding).chargeback({ id, actor, reason }))
  },
})

const release = defineAdminRoute({
  ...ofFunding,
  id: 'funding.release',
  path: '/funding/{funding_id}/release',
  summary: 'Release an account from a dispute or a chargeback: it is active again',
  owner: ownerOfFunding,
  async handle({ host, actor, params: { funding_id: id } }) {
    return presentFunding(await host.get(Funding).release({ id, actor }))
  },
})

const SuspenseView = z.object({
  suspense_id: z.string(),
  gateway: z.string(),
  payment_id: z.string(),
  amount: z.string(),
  currency: z.string(),
  reference: z.string().nullable(),
  reason: z.string(),
  state: z.enum(['open', 'assigned', 'closed']),
  resolution: z.string().nullable(),
  created_at: Moment,
})
const presentSuspense = (item: SuspenseItem): z.input<typeof SuspenseView> => ({
  ...{ suspense_id: item.id, gateway: item.gateway, payment_id: item.paymentId, currency: item.currency },
  ...{ amount: rupeesText(item.amount), reference: item.reference, reason: item.reason, state: item.state },
  ...{ resolution: item.resolution, created_at: moment(item.createdAt) },
})
const SuspenseId = z.object({ suspense_id: z.string() })

const listSuspense = defineAdminList({
  id: 'funding.suspense',
  path: '/funding-suspense',
  scope: 'funding:approve',
  summary: 'List the newest 1,000 suspense items, on one page',
  filters: z.object({ state: SuspenseView.shape.state.default('open') }),
  item: SuspenseView,
  async handle({ host, filters: { state } }) {
    return { items: (await host.get(Funding).suspense(state)).map(presentSuspense), next: null }
  },
})

const assignSuspense = defineAdminRoute({
  id: 'funding.assign-suspense',
  method: 'POST',
  path: '/funding-suspense/{suspense_id}/assign',
  scope: 'funding:approve',
  summary: 'Assign a suspense item to an account; it is credited when it is approved',
  params: SuspenseId,
  body: z.object({ account_id: z.string(), environment: EnvironmentField }),
  response: FundingView,
  owner: 'operators',
  async handle({ host, actor, params: { suspense_id: id }, body: { account_id: accountId, environment } }) {
    return presentFunding(await host.get(Funding).assignSuspense({ id, accountId, environment, actor }))
  },
})

const closeSuspense = defineAdminRoute({
  id: 'funding.close-suspense',
  method: 'POST',
  path: '/funding-suspense/{suspense_id}/close',
  scope: 'funding:approve',
  summary: 'Close a suspense item that was resolved elsewhere',
  params: SuspenseId,
  body: Reason,
  response: SuspenseView,
  owner: 'operators',
  async handle({ host, actor, params: { suspense_id: id }, body: { reason } }) {
    return presentSuspense(await host.get(Funding).closeSuspense({ id, actor, reason }))
  },
})

/** Routes of funding for decisions of operators. */
export const fundingDecisionRoutes = [
  ...[approve, reject, chargeback, release],
  ...[listSuspense, assignSuspense, closeSuspense],
]
