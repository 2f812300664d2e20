import { type CallOutcomes, ENTITLEMENTS, type Entitlement, type Money, type Page, token } from '@parakh/core'

/** The features of plans (decisions.md section 10). */
export const PLAN_FEATURES = ENTITLEMENTS
export type PlanFeature = Entitlement

/** The plan of an account without a subscription: free, without a pool. */
export const FREE_PLAN = 'developer'

/** A plan as it is offered. */
export interface Plan {
  /** `starter`: lower-case letters, digits and hyphens. */
  readonly id: string
  readonly name: string
  /** Paid once per period: from the moment of subscription to the same day of the next month, in Asia/Kolkata. Whole paise. */
  readonly pricePerMonth: Money
  /** Production calls per period that the plan includes: 0 for none, null without a limit. For an unlimited plan: its fair use. */
  readonly limit: number | null
  /** Offered as unlimited; `limit` is fair use. */
  readonly unlimited: boolean
  readonly features: readonly PlanFeature[]
  /** Ids of the endpoints that the pool pays for; null: all. */
  readonly endpoints: readonly string[] | null
}

/** `active`: paid for this period. `grace`: not paid yet, still served. `ended`: the account is back on the free plan. */
export const SUBSCRIPTION_STATES = ['active', 'grace', 'ended'] as const
export type SubscriptionState = (typeof SUBSCRIPTION_STATES)[number]

/** An account's subscription to a plan. At most one per account is not ended. */
export interface Subscription {
  readonly id: string
  readonly accountId: string
  /** The plan's terms for this period: those of the configuration when it began. */
  readonly plan: Plan
  readonly state: SubscriptionState
  /** The id of the period, its pool and its payment: the day in Asia/Kolkata on which it began, `2026-11-21`. */
  readonly period: string
  /** The beginning of the period, included. */
  readonly from: Date
  /** The end of the period, excluded: the same time and day of the next month, or that month's last day. */
  readonly until: Date
  /** The plan from `until` on; null: the same; `developer`: the subscription ends. */
  readonly nextPlan: string | null
  /** In grace: when grace ends. */
  readonly graceUntil: Date | null
  /** Paid for this period so far. */
  readonly paid: Money
  /** The largest share of the pool that `plan.usage` has reported in this period: 0, 80 or 100 percent. */
  readonly reportedPercent: number
  /** The beginning of its first period, whose day of the month is the renewal day. */
  readonly startedAt: Date
  readonly endedAt: Date | null
}

/** The counter of a subscription's pool (core's `Counters`); its period is the subscription's. */
export const poolName = ({ id }: Pick<Subscription, 'id'>): string => `plan:${id}`

/** A query for subscriptions. */
export interface SubscriptionQuery {
  /** Of these accounts only; null: all. */
  readonly accountIds: readonly string[] | null
  readonly state?: SubscriptionState
  readonly plan?: string
  readonly cursor: string | null
  /** 1 to 1,000. */
  readonly limit: number
}
/** A subscription with the name of its account. */
export interface ListedSubscription extends Subscription {
  readonly accountName: string
}
/** The plan of an account, and what is used of its pool. */
export interface PlanStatus {
  /** The terms in force: those of the subscription, else the free plan's. */
  readonly plan: Plan
  /** Null: the account is on the free plan. */
  readonly subscription: Subscription | null
  /** The pool's period, `2026-11-21`; without a subscription the calendar month, `2026-11`. */
  readonly period: string
  /** Used units of this period's pool, including open holds. */
  readonly used: number
  /** Null: without a limit. */
  readonly remaining: number | null
}
/** A subscription request of an operator or the account itself. */
export interface PlanRequest {
  readonly accountId: string
  /** A plan's id. */
  readonly plan: string
  readonly actor: string
}
/** What subscribing or changing to a plan would do now. */
export interface PlanPreview {
  readonly plan: Plan
  /** What the production wallet would pay now. */
  readonly due: Money
  /** When the plan would begin: at the end of the period that is paid; null: at once. */
  readonly startsAt: Date | null
  /** The end of the period that runs; null: a new one of a month would begin. */
  readonly until: Date | null
}
/** The availability of the service in a month. */
export interface Availability extends CallOutcomes {
  /** `2026-11`. */
  readonly month: string
  /** The share of answered calls, in hundredths of a percent, floored: 9995 is 99.95 %. Null: no calls. */
  readonly basisPoints: number | null
}
/** The result of a renewal run. */
export interface RenewalReport {
  readonly renewed: number
  readonly grace: number
  readonly ended: number
}
/** Plans of a server (decisions.md section 10). */
export interface Plans {
  /** The offered plans, the cheapest first. */
  readonly offered: readonly Plan[]
  /** Whether features are enforced: if the configuration has `plans`. */
  readonly gated: boolean
  /** @throws `ACCOUNT_NOT_FOUND` */
  show(accountId: string): Promise<PlanStatus>
  /** Subscriptions, newest first. @throws `CURSOR_INVALID` */
  list(query: SubscriptionQuery): Promise<Page<ListedSubscription>>
  /** How many accounts subscribe to each plan, by its id; a plan that nobody has is absent. */
  subscribers(): Promise<ReadonlyMap<string, number>>
  /**
   * Subscribes an account and takes the period's price from its production wallet.
   *
   * @throws `ACCOUNT_NOT_FOUND`, `PLAN_NOT_OFFERED`, `PLAN_IS_FREE` (the free plan needs no subscription), `PLAN_ALREADY_SUBSCRIBED`,
   *   `PLAN_ACCOUNT_NOT_ACTIVE`, `PLAN_NOT_AFFORDABLE` with price and what is available.
   * @example
   * await plans.subscribe({ accountId, plan: 'starter', actor: 'asha' })
   */
  subscribe(request: PlanRequest): Promise<Subscription>
  /**
   * Changes the plan: to a more expensive one at once, for the difference to what was paid for this period; to a cheaper one at the
   * period's end. Changing to the current plan cancels a pending change.
   *
   * @throws As `subscribe`, and `PLAN_NOT_SUBSCRIBED`.
   */
  change(request: PlanRequest): Promise<Subscription>
  /**
   * What `subscribe`, or with a subscription `change`, would do now. Changes nothing, and does not look at what the wallet has.
   *
   * @throws `ACCOUNT_NOT_FOUND`, `PLAN_NOT_OFFERED`, `PLAN_IS_FREE`, `PLAN_ACCOUNT_NOT_ACTIVE`
   */
  preview(request: Omit<PlanRequest, 'actor'>): Promise<PlanPreview>
  /** Ends a subscription at the end of its period; one in grace at once. @throws `ACCOUNT_NOT_FOUND`, `PLAN_NOT_SUBSCRIBED` */
  cancel(request: Omit<PlanRequest, 'plan'>): Promise<Subscription>
  /** Renews, puts into grace or ends the subscriptions that are due. Safe with concurrent processes. */
  renewDue(): Promise<RenewalReport>
  /** Emits `plan.usage` for pools that reached 80 or 100 percent, once each per period. @returns The number of events. */
  tellUsage(): Promise<number>
  /** Whether the account's plan has a feature; always true if features are not enforced. */
  allows(accountId: string, feature: PlanFeature): Promise<boolean>
  /** @throws `PLAN_FEATURE_REQUIRED` */
  requireFeature(accountId: string, feature: PlanFeature): Promise<void>
  /** @param month `YYYY-MM` in Asia/Kolkata. @throws `PLAN_MONTH_INVALID` */
  availability(month: string, accountId?: string): Promise<Availability>
}
/** The plans of a server. */
export const Plans = token<Plans>('plans.plans', { broughtBy: '@parakh/plans' })
