import type { Clock, Counters, Ids, Usage } from '@parakh/core'
import { monthAt, monthOf } from '@parakh/core/formats'
import {
  FREE_PLAN,
  type Plan,
  type PlanFeature,
  type PlanPreview,
  type PlanRequest,
  type PlanStatus,
  type Plans,
  poolName,
  type Subscription,
} from '../contract.ts'
import { plansErrors } from '../error-codes.ts'
import { freePlanOf, type PlanCatalogue } from './catalogue.ts'
import { cancelling, changing, subscribing } from './change-subscription.ts'
import { poolUsageEvent } from './pool-usage-event.ts'
import { previewOf } from './preview-change.ts'
import { type RenewalOutcome, renewAll } from './renew-all.ts'
import { renewal } from './renewal.ts'
import type { SubscriptionContext, SubscriptionStep, SubscriptionStore } from './subscription-store.ts'
import type { SubscriptionView } from './subscription-view.ts'
import { termsInForce } from './terms-in-force.ts'

/** The options of `createPlans`. */
export interface PlansOptions {
  readonly store: SubscriptionStore
  readonly usage: Usage
  readonly counters: Counters
  readonly view: SubscriptionView
  readonly catalogue: PlanCatalogue
  /** That of the database where it has one, so that all processes agree when a period begins. */
  readonly clock: Clock
  readonly ids: Ids
}

/** Pools per page of a run. */
const PAGE = 200
const ACTOR = 'system:plans'

type Decide = (context: SubscriptionContext) => SubscriptionStep | null

/**
 * Plans over the store's subscriptions.
 *
 * @example
 * const plans = createPlans({ store, counters, view, catalogue: PUBLISHED_CATALOGUE, clock, ids })
 * await plans.subscribe({ accountId, plan: 'starter', actor: 'asha' })
 */
export function createPlans(options: PlansOptions): Plans {
  const { store, usage, counters, view, catalogue, clock, ids } = options
  const { offered, gated } = catalogue

  const change = async (accountId: string, actor: string, decide: Decide): Promise<Subscription | null> =>
    await store.change({ accountId, actor, at: clock.now() }, decide)
  /** Renews first if the renewal is due, so that a request is decided on the current period. */
  async function order(accountId: string, actor: string, decide: Decide): Promise<Subscription> {
    await change(accountId, ACTOR, (context) => renewal(context, catalogue))
    const subscription = await change(accountId, actor, decide)
    if (!subscription) throw new TypeError('an order leaves a subscription')
    return subscription
  }
  async function planOf(accountId: string): Promise<Plan> {
    return termsInForce((await view.of(accountId)) ?? null, clock.now(), catalogue)?.plan ?? freePlanOf(catalogue)
  }
  const allows = async (accountId: string, feature: PlanFeature): Promise<boolean> =>
    !gated || (await planOf(accountId)).features.includes(feature)

  return {
    offered,
    gated,
    list: (query) => store.list(query),
    subscribers: () => store.subscribers(),
    async show(accountId): Promise<PlanStatus> {
      const found = await store.find(accountId)
      const at = clock.now()
      const terms = termsInForce(found, at, catalogue)
      const period = terms?.period ?? monthAt(at).period
      const plan = terms?.plan ?? freePlanOf(catalogue)
      const subscription = found && found.state !== 'ended' ? found : null
      const pool = subscription && {
        accountId,
        environment: 'production' as const,
        name: poolName(subscription),
        period,
      }
      const used = pool ? await counters.value(pool) : 0
      return { plan, subscription, period, used, remaining: remainingOf(plan, used) }
    },
    async subscribe({ accountId, plan: id, actor }: PlanRequest) {
      const plan = requirePlan(catalogue, id)
      if (plan.id === FREE_PLAN) throw plansErrors.error('PLAN_IS_FREE', { plan: id })
      const own = ids.next()
      return await order(accountId, actor, (context) => subscribing(context, plan, own))
    },
    async change({ accountId, plan: id, actor }: PlanRequest) {
      const plan = requirePlan(catalogue, id)
      return await order(accountId, actor, (context) => changing(context, plan))
    },
    async preview({ accountId, plan: id }) {
      const plan = requirePlan(catalogue, id)
      const seen: PlanPreview[] = []
      await change(accountId, ACTOR, (context) => {
        seen.push(previewOf(context, plan, catalogue))
        return null
      })
      const preview = seen.at(-1)
      if (!preview) throw new TypeError('a change is decided')
      return preview
    },
    cancel: ({ accountId, actor }) => order(accountId, actor, cancelling),
    renewDue: async () => await renewAll({ store, at: clock.now(), renew: renewOne }),
    async tellUsage() {
      let told = 0
      for (const accountId of await store.approaching(PAGE)) if (await tellUsageOf(accountId)) told += 1
      return told
    },
    allows,
    async requireFeature(accountId, feature) {
      if (await allows(accountId, feature)) return
      const { id } = await planOf(accountId)
      const including = offered.filter(({ features }) => features.includes(feature)).map((plan) => plan.id)
      throw plansErrors.error('PLAN_FEATURE_REQUIRED', {
        ...{ account: accountId, plan: id, feature, allowed: including.join(', ') || 'none of this host' },
      })
    },
    async availability(text, accountId) {
      const month = monthOf(text)
      if (!month) throw plansErrors.error('PLAN_MONTH_INVALID', { month: text })
      const { answered, failed } = await usage.outcomes(month, accountId ?? null)
      const all = answered + failed
      return { month: text, answered, failed, basisPoints: all === 0 ? null : Math.floor((answered * 10_000) / all) }
    },
  }

  async function tellUsageOf(accountId: string): Promise<boolean> {
    let step: SubscriptionStep | null = null
    await change(accountId, ACTOR, (context) => {
      step = poolUsageEvent(context)
      return step
    })
    return step !== null
  }

  async function renewOne(accountId: string): Promise<RenewalOutcome> {
    let did: SubscriptionStep | null = null
    await change(accountId, ACTOR, (context) => {
      did = renewal(context, catalogue)
      return did
    })
    return outcomeOf(did)
  }
}

const outcomeOf = (step: SubscriptionStep | null): RenewalOutcome => {
  if (!step) return null
  const { state } = step.subscription
  return state === 'active' ? 'renewed' : state
}

const remainingOf = ({ limit }: Plan, used: number): number | null =>
  limit === null ? null : Math.max(0, limit - used)

function requirePlan({ offered }: PlanCatalogue, id: string): Plan {
  const plan = offered.find((one) => one.id === id)
  if (plan) return plan
  throw plansErrors.error('PLAN_NOT_OFFERED', { plan: id, allowed: offered.map((one) => one.id).join(', ') })
}
