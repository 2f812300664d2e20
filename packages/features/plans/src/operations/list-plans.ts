import { defineOperation } from '@parakh/core'
import * as z from 'zod'
import { Plans } from '../contract.ts'
import { PlanView, poolText, presentPlan, printedPlan } from './plan-views.ts'
import { plansRead } from './scopes.ts'

/** The plans of this host. */
export const listPlans = defineOperation({
  ...{ id: 'plans.list', effect: 'read', scope: plansRead, path: '/plans', whose: 'everyone' },
  summary: 'List the plans of this host, the cheapest first',
  input: z.object({}),
  output: z.object({
    items: z.array(
      PlanView.extend({
        subscribers: z.int().nullable().describe('How many accounts subscribe to it; null: for operators only'),
      }),
    ),
    features_enforced: z.boolean().describe('Whether features of plans are enforced'),
  }),
  command: {
    rows: 'plans',
    more: ({ items }) => ({ plans: items.map(printedPlan) }),
    text({ items, features_enforced }, { draw }) {
      const rows = items.map((plan) => [
        ...[plan.plan, plan.name, `${plan.price_per_month} INR`, poolText(plan)],
        ...[plan.features.join(', '), plan.endpoints ? plan.endpoints.join(', ') : 'all'],
      ])
      const enforced = features_enforced
        ? 'Features are enforced.'
        : 'Features are not enforced: the configuration has no plans.'
      const head = ['Plan', 'Name', 'Per month', 'Pooled requests', 'Features', 'Endpoints']
      return `${draw.table(head, rows)}\n\n${enforced}`
    },
  },
  needs: { plans: Plans },
  async handle({ viewer, plans }) {
    const counts = viewer.accountId === null ? await plans.subscribers() : null
    const items = plans.offered.map((plan) => ({
      ...presentPlan(plan),
      subscribers: counts && (counts.get(plan.id) ?? 0),
    }))
    return { items, features_enforced: plans.gated }
  },
})
