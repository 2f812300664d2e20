import type { AccountAlertRule, Clock } from '@parakh/core'
import { moment } from '@parakh/core/fields'
import type { PlanCatalogue } from '../rules/catalogue.ts'
import type { SubscriptionView } from '../rules/subscription-view.ts'
import { planAfter } from '../rules/terms-in-force.ts'
import { plansRead } from './scopes.ts'

const ENDS_SOON_MS = 7 * 86_400_000

/** What both rules are made from. They read nothing: subscriptions are in memory (decision 0031). */
export interface PlanAlertParts {
  readonly view: SubscriptionView
  readonly clock: Pick<Clock, 'now'>
}

/** In grace: the wallet could not pay the fee. */
export const feeUnpaid = ({ view, clock }: PlanAlertParts): AccountAlertRule => ({
  ...{ of: 'accounts', title: 'Plan fee could not be paid', scope: plansRead, page: 'wallet' },
  async standing(accountId) {
    const subscription = await view.of(accountId)
    if (!subscription?.graceUntil || subscription.graceUntil <= clock.now()) return []
    const { plan, from, graceUntil } = subscription
    const params = { plan: plan.name, until: moment(graceUntil) }
    return [{ subject: null, environment: 'production', severity: 'now', since: from, params }]
  },
})

/** Paid, and no plan follows: it was cancelled, or is no longer offered. */
export const planEnds = (
  { view, clock }: PlanAlertParts,
  { offered }: Pick<PlanCatalogue, 'offered'>,
): AccountAlertRule => ({
  ...{ of: 'accounts', title: 'Plan ends soon', scope: plansRead, page: 'plan' },
  async standing(accountId) {
    const subscription = await view.of(accountId)
    if (subscription?.state !== 'active' || planAfter(subscription, offered) !== null) return []
    const [left, { name }] = [subscription.until.getTime() - clock.now().getTime(), subscription.plan]
    if (left <= 0 || left > ENDS_SOON_MS) return []
    const params = { plan: name, until: moment(subscription.until) }
    return [{ subject: null, environment: null, severity: 'soon', since: null, params }]
  },
})
