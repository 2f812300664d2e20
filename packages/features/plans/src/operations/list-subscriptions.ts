import { defineOperation, PAGE_FIELDS, pageOf, presentPage } from '@parakh/core'
import * as z from 'zod'
import { Plans, SUBSCRIPTION_STATES } from '../contract.ts'
import { presentSubscription, SubscriptionView } from './plan-views.ts'
import { plansRead } from './scopes.ts'

/** Subscriptions, newest first. */
export const listSubscriptions = defineOperation({
  ...{ id: 'subscriptions.list', effect: 'read', scope: plansRead, path: '/subscriptions', whose: 'everyone' },
  summary: 'List subscriptions to plans, newest first',
  input: z.object({
    ...PAGE_FIELDS,
    account_id: z.string().exactOptional().describe('Only of this account'),
    state: z.enum(SUBSCRIPTION_STATES).exactOptional(),
    plan: z.string().exactOptional(),
  }),
  output: pageOf(SubscriptionView.extend({ account_name: z.string() })),
  command: {
    ...{ name: 'plans subscriptions', rows: 'subscriptions' },
    text({ items, next_cursor }, { draw }) {
      if (items.length === 0) return 'There are no subscriptions.'
      const rows = items.map((one) => [
        ...[one.subscription_id, one.account_id, one.plan, one.state, one.period],
        ...[`${one.paid} INR`, one.state === 'ended' ? '' : (one.next_plan ?? one.plan)],
      ])
      const head = ['Subscription', 'Account', 'Plan', 'State', 'Period', 'Paid', 'Next plan']
      const more = next_cursor === null ? '' : `\n\nThere are more: --cursor ${next_cursor}`
      return `${draw.table(head, rows)}${more}`
    },
  },
  needs: { plans: Plans },
  async handle({ input: { account_id, cursor = null, ...query }, viewer, plans }) {
    const accountIds = account_id === undefined ? await viewer.branch() : [account_id]
    return presentPage(await plans.list({ accountIds, cursor, ...query }), (one) => ({
      ...presentSubscription(one),
      account_name: one.accountName,
    }))
  },
})
