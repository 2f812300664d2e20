import { type Clock, RevisionCache } from '@parakh/core'
import type { Subscription } from '../contract.ts'
import type { SubscriptionStore } from './subscription-store.ts'

/** The subscriptions of all accounts, cached in the process (decision 0031). */
export interface SubscriptionView {
  /** The account's subscription that has not ended; undefined: none. A value if the cache is current, else a promise. */
  of(accountId: string): Subscription | undefined | Promise<Subscription | undefined>
}

/**
 * Subscriptions in memory: a lookup in a map, however many accounts there are.
 *
 * @example
 * const view = createSubscriptionView(store, clock)
 * const subscription = await view.of(account.id)
 */
export function createSubscriptionView(
  store: Pick<SubscriptionStore, 'changesAfter' | 'changesHere'>,
  clock: Pick<Clock, 'monotonicMs'>,
): SubscriptionView {
  const cache = new RevisionCache<{ revision: number; readonly open: Map<string, Subscription> }>({
    clock,
    changesHere: () => store.changesHere(),
    async refresh(known = { revision: 0, open: new Map() }) {
      const { revision, subscriptions } = (await store.changesAfter(known.revision)) ?? { ...known, subscriptions: [] }
      for (const subscription of subscriptions) {
        const { accountId, id, state } = subscription
        if (state !== 'ended') known.open.set(accountId, subscription)
        else if (known.open.get(accountId)?.id === id) known.open.delete(accountId)
      }
      known.revision = revision
      return known
    },
  })
  return {
    of(accountId) {
      const known = cache.get()
      return 'then' in known ? known.then(({ open }) => open.get(accountId)) : known.open.get(accountId)
    },
  }
}
