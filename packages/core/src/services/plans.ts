import type { Money } from '../money.ts'
import type { Page } from '../records.ts'
import type { Revised } from '../revision-cache.ts'
import { token } from '../token.ts'
import type { Account } from './accounts.ts'
import type { CreditOperation } from './billing/operations.ts'

/** What a plan may permit (decisions.md section 10). */
export const PLAN_FEATURES = ['productionKeys', 'webhooks', 'logs', 'customDomain', 'ownBrand'] as const
export type PlanFeature = (typeof PLAN_FEATURES)[number]

/** The plan of an account that subscribed to none: it costs nothing and has no pool. */
export const FREE_PLAN = 'developer'

/** A plan as it is sold. */
export interface Plan {
  /** `starter`: lower-case letters, digits and hyphens. */
  readonly id: string
  readonly name: string
  /** Paid once per period: from the moment of subscription to the same day of the next month, in Asia/Kolkata. Whole paise. */
  readonly pricePerMonth: Money
  /** Production calls per period that cost nothing more: 0 for none, null without a limit. Of an unlimited plan: its fair use. */
  readonly limit: number | null
  /** Sold as unlimited: `limit` is fair use. */
  readonly unlimited: boolean
  readonly features: readonly PlanFeature[]
  /** Ids of the endpoints that the pool pays for; null: all. */
  readonly endpoints: readonly string[] | null
}

/** `active`: paid for this period. `grace`: not paid yet, still served. `ended`: the account is back on the free plan. */
export const SUBSCRIPTION_STATES = ['active', 'grace', 'ended'] as const
export type SubscriptionState = (typeof SUBSCRIPTION_STATES)[number]

/** An account's subscription to a plan. An account has at most one that has not ended. */
export interface Subscription {
  readonly id: string
  readonly accountId: string
  /** The terms of this period: what the configuration said when it began. */
  readonly plan: Plan
  readonly state: SubscriptionState
  /** Names the pool and the payment of this period: the day in Asia/Kolkata on which it began, `2026-11-21`. */
  readonly period: string
  /** The period's border, included. */
  readonly from: Date
  /** The next border, excluded: the same time of the same day of the next month, or of that month's last day. */
  readonly until: Date
  /** What it becomes at `until`; null: the same plan again. `developer`: it ends. */
  readonly nextPlan: string | null
  /** In grace: until when it is served unpaid. */
  readonly graceUntil: Date | null
  /** Paid for this period so far. */
  readonly paid: Money
  /** The largest share of the pool that `plan.usage` has reported in this period: 0, 80 or 100 percent. */
  readonly reportedPercent: number
  /** Where its periods began to be counted: its day of the month is the one that borders keep. */
  readonly startedAt: Date
  readonly endedAt: Date | null
}

/** The counter of a subscription's pool (core's `Counters`); its period is the subscription's. */
export const poolName = ({ id }: Pick<Subscription, 'id'>): string => `plan:${id}`

/** What a change of a subscription is decided on, under the lock of the production wallet. */
export interface SubscriptionStanding {
  readonly account: Account
  /** The newest; it may have ended. Null: there never was one. */
  readonly subscription: Subscription | null
  /** Of the production wallet. */
  readonly available: Money
  /** Units taken from the subscription's pool in its period. */
  readonly used: number
  readonly at: Date
}
/** A change of a subscription: all of it in one commit. */
export interface SubscriptionStep {
  readonly subscription: Subscription
  /** Taken from the production wallet; null where nothing is to be paid. At most what is available. */
  readonly charge: {
    readonly amount: Money
    readonly reference: CreditOperation['reference']
    readonly reason: string
  } | null
  readonly event: { readonly type: `plan.${string}`; readonly data: Readonly<Record<string, unknown>> } | null
  /** What is written into the audit log, such as `plan.subscribe`; null: nothing. */
  readonly action: string | null
}
/** Which subscriptions are asked for. */
export interface SubscriptionQuery {
  /** Of these accounts only; null: all. */
  readonly accountIds: readonly string[] | null
  readonly state?: SubscriptionState
  readonly plan?: string
  readonly cursor: string | null
  /** 1 to 1,000. */
  readonly limit: number
}
/** What became of the calls of a month, by the usage log: replays and refusals are not among them. */
export interface MonthOutcomes {
  /** Calls that the source answered, a definite no included. */
  readonly answered: number
  /** Calls that failed for a reason on this side or the source's. */
  readonly failed: number
}
/** Subscriptions that changed since a revision; since 0, those that have not ended. */
export interface SubscriptionChanges {
  readonly revision: number
  readonly subscriptions: readonly Subscription[]
}
/** Subscriptions as they are kept. The rules are in @parakh/business. */
export interface PlanStore extends Revised<SubscriptionChanges> {
  /** The newest of an account; it may have ended. @throws `ACCOUNT_NOT_FOUND` */
  find(accountId: string): Promise<Subscription | null>
  /** Newest first. @throws `CURSOR_INVALID` */
  list(query: SubscriptionQuery): Promise<Page<Subscription>>
  /**
   * Changes an account's subscription: what `decide` asks for is written with the wallet's charge, the event and the audit entry, or
   * nothing is.
   *
   * @param decide Pure. It may be called again where the database was busy. Null: nothing is to be done.
   * @returns The subscription as it then stands; null where there is none.
   * @throws `ACCOUNT_NOT_FOUND`, and what `decide` throws.
   */
  change(
    change: { readonly accountId: string; readonly actor: string; readonly at: Date },
    decide: (standing: SubscriptionStanding) => SubscriptionStep | null,
  ): Promise<Subscription | null>
  /**
   * Subscriptions that wait for a decision: past their period, past their grace, in grace with a wallet that can pay, or of a closed
   * account. Those of suspended accounts wait on.
   *
   * @param page In the order of their ids; `after` is the last id of the page before.
   */
  due(
    at: Date,
    page: { after: string | null; limit: number },
  ): Promise<readonly Pick<Subscription, 'id' | 'accountId'>[]>
  /** Accounts whose pool has reached 80 or 100 percent with no event for that share in this period. */
  approaching(limit: number): Promise<readonly string[]>
  /** Production calls of a time, of all accounts or of one. Read from the usage log, a scan of that time. @throws `ACCOUNT_NOT_FOUND` */
  outcomes(time: { from: Date; until: Date }, accountId: string | null): Promise<MonthOutcomes>
}

/** Where an account stands with its plan. */
export interface PlanStanding {
  /** The terms in force: those of the subscription, else the free plan's. */
  readonly plan: Plan
  /** Null: the account is on the free plan. */
  readonly subscription: Subscription | null
  /** The pool's period, `2026-11-21`; without a subscription the calendar month, `2026-11`. */
  readonly period: string
  /** Units taken from this period's pool: open holds included. */
  readonly used: number
  /** Null: without a limit. */
  readonly remaining: number | null
}
/** What is asked by an operator, or by the account itself. */
export interface PlanRequest {
  readonly accountId: string
  /** A plan's id. */
  readonly plan: string
  readonly actor: string
}
/** How available the service was in a month. */
export interface Availability extends MonthOutcomes {
  /** `2026-11`. */
  readonly month: string
  /** Answered calls among all, in hundredths of a percent, floored: 9995 is 99.95 %. Null: there were no calls. */
  readonly basisPoints: number | null
}
/** What a run of the renewal did. */
export interface RenewalReport {
  readonly renewed: number
  readonly grace: number
  readonly ended: number
}
/** Plans of a server (decisions.md section 10). */
export interface Plans {
  /** What is offered, the cheapest first. */
  readonly offered: readonly Plan[]
  /** Whether features are enforced: where the host's configuration has `plans`. */
  readonly gated: boolean
  /** @throws `ACCOUNT_NOT_FOUND` */
  show(accountId: string): Promise<PlanStanding>
  /** Subscriptions, newest first. @throws `CURSOR_INVALID` */
  list(query: SubscriptionQuery): Promise<Page<Subscription>>
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
   * Goes to another plan: to one that costs more at once, for the difference of what was paid for this period; to a cheaper one at
   * its end. Back to the present plan takes back what was to come.
   *
   * @throws As `subscribe`, and `PLAN_NOT_SUBSCRIBED`.
   */
  change(request: PlanRequest): Promise<Subscription>
  /** Ends a subscription with its period; one in grace at once. @throws `ACCOUNT_NOT_FOUND`, `PLAN_NOT_SUBSCRIBED` */
  cancel(request: Omit<PlanRequest, 'plan'>): Promise<Subscription>
  /** Renews, puts into grace or ends whatever is due. Several processes may run it at once. */
  renewDue(): Promise<RenewalReport>
  /** Tells of pools that came to 80 or 100 percent, once each in a period. @returns How many events. */
  tellUsage(): Promise<number>
  /** Whether the account's plan permits it; always where features are not enforced. */
  allows(accountId: string, feature: PlanFeature): Promise<boolean>
  /** @throws `PLAN_FEATURE_REQUIRED` */
  requireFeature(accountId: string, feature: PlanFeature): Promise<void>
  /** @param month `YYYY-MM` in Asia/Kolkata. @throws `PLAN_MONTH_INVALID` */
  availability(month: string, accountId?: string): Promise<Availability>
}
/** The plans of a server. */
export const Plans = token<Plans>('core.plans')
