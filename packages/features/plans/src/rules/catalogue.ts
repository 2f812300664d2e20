import { inr, zero } from '@parakh/core'
import { FREE_PLAN, type Plan } from '../contract.ts'

/** The default fair use of an unlimited plan per period: beyond it the wallet pays. */
export const DEFAULT_FAIR_USE = 1_000_000

/** The published plans (spec: What the service does). */
export const PUBLISHED_PLANS: readonly Plan[] = [
  {
    ...{ id: FREE_PLAN, name: 'Developer', pricePerMonth: zero, limit: 0, unlimited: false },
    ...{ features: [], endpoints: null },
  },
  {
    ...{ id: 'starter', name: 'Starter', pricePerMonth: inr('999'), limit: 5_000, unlimited: false },
    ...{ features: ['productionKeys', 'webhooks', 'logs'], endpoints: null },
  },
  {
    ...{ id: 'enterprise', name: 'Enterprise', pricePerMonth: inr('24999') },
    ...{ limit: DEFAULT_FAIR_USE, unlimited: true, endpoints: null },
    features: ['productionKeys', 'webhooks', 'logs', 'customDomain', 'ownBrand'],
  },
]

/** The plans of a host. */
export interface PlanCatalogue {
  /** Including the free plan. */
  readonly offered: readonly Plan[]
  /** Whether features are enforced. */
  readonly gated: boolean
}

/** The published plans without enforcement: for a configuration without `plans`. */
export const PUBLISHED_CATALOGUE: PlanCatalogue = { offered: PUBLISHED_PLANS, gated: false }

/** The plan of an account without a subscription. */
export const freePlanOf = ({ offered }: PlanCatalogue): Plan => {
  const free = offered.find(({ id }) => id === FREE_PLAN)
  if (!free) throw new TypeError('a catalogue has the free plan')
  return free
}
