import type { Account, Money, Page, Revised } from '@parakh/core'
import type { ListedSubscription, Subscription, SubscriptionQuery } from '../contract.ts'

/** The state on which a change of a subscription is decided, under the lock of the production wallet. */
export interface SubscriptionContext {
  readonly account: Account
  /** The newest subscription, which may have ended. Null: there never was one. */
  readonly subscription: Subscription | null
  /** What the production wallet has available, with what is reserved for this change. */
  readonly available: Money
  /** Used units of the subscription's pool in its period. */
  readonly used: number
  readonly at: Date
}
/** A change of a subscription, in one commit. */
export interface SubscriptionStep {
  readonly subscription: Subscription
  /** Charged to the production wallet, at most what is available; null: nothing is due. */
  readonly charge: { readonly amount: Money; readonly reference: string; readonly reason: string } | null
  readonly event: { readonly type: string; readonly data: Readonly<Record<string, unknown>> } | null
  /** The action of the audit entry, such as `plan.subscribe`; null: no entry. */
  readonly action: string | null
}
/** Subscriptions that changed since a revision; since 0, those that have not ended. */
export interface SubscriptionChanges {
  readonly revision: number
  readonly subscriptions: readonly Subscription[]
}
/** The storage of subscriptions. */
export interface SubscriptionStore extends Revised<SubscriptionChanges> {
  /** The newest of an account; it may have ended. @throws `ACCOUNT_NOT_FOUND` */
  find(accountId: string): Promise<Subscription | null>
  /** Newest first. @throws `CURSOR_INVALID` */
  list(query: SubscriptionQuery): Promise<Page<ListedSubscription>>
  /** How many accounts have each plan, by its id; a plan that nobody has is absent. */
  subscribers(): Promise<ReadonlyMap<string, number>>
  /**
   * Changes an account's subscription: writes the step that `decide` returns with charge, event and audit entry in one commit.
   *
   * @param decide Pure; may be called again if the database was busy. Null: nothing to do.
   * @returns The subscription afterwards; null: there is none.
   * @throws `ACCOUNT_NOT_FOUND`, and what `decide` throws.
   */
  change(
    change: {
      readonly accountId: string
      readonly actor: string
      readonly at: Date
    },
    decide: (context: SubscriptionContext) => SubscriptionStep | null,
  ): Promise<Subscription | null>
  /**
   * Subscriptions that need a decision: past their period, past their grace, in grace with a wallet that can pay, or of a closed
   * account. Not those of suspended accounts.
   *
   * @param page In the order of their ids; `after` is the last id of the page before.
   */
  due(
    at: Date,
    page: { after: string | null; limit: number },
  ): Promise<readonly Pick<Subscription, 'id' | 'accountId'>[]>
  /** Accounts whose pool has reached 80 or 100 percent with no event for that share in this period. */
  approaching(limit: number): Promise<readonly string[]>
}
