import type { Clock, PlanStore, Subscription } from '@parakh/core'

/** How old what is known of subscriptions may be, in milliseconds. */
const KNOWN_FOR_MS = 500

/** The subscriptions of all accounts, as they stood half a second ago at most. */
export interface SubscriptionView {
  /** One that has not ended; undefined: there is none. A value where what is known is new enough, else a promise. */
  of(accountId: string): Subscription | undefined | Promise<Subscription | undefined>
  /** What is known is asked for again at the next look: something was changed here. */
  expire(): void
}

/**
 * Subscriptions in memory. A look is one of a map; every half second the first one asks the store for what has changed since, which
 * is a read of one row where nothing has, however many accounts there are.
 *
 * @example
 * const view = createSubscriptionView(store.plans, clock)
 * const subscription = await view.of(account.id)
 */
export function createSubscriptionView(store: Pick<PlanStore, 'changes'>, clock: Clock): SubscriptionView {
  const open = new Map<string, Subscription>()
  let revision = 0
  let knownUntil = Number.NEGATIVE_INFINITY
  let looking: Promise<void> | null = null

  function learn(changes: Awaited<ReturnType<PlanStore['changes']>>): void {
    // A look that began before another one may come back after it.
    if (changes.revision < revision) return
    for (const subscription of changes.subscriptions) {
      const { accountId, id, state } = subscription
      if (state !== 'ended') open.set(accountId, subscription)
      else if (open.get(accountId)?.id === id) open.delete(accountId)
    }
    revision = changes.revision
  }
  function look(): Promise<void> {
    const until = clock.monotonicMs() + KNOWN_FOR_MS
    const own: Promise<void> = store
      .changes(revision)
      .then((changes) => {
        learn(changes)
        if (looking === own) knownUntil = until
      })
      .finally(() => {
        if (looking === own) looking = null
      })
    looking = own
    return own
  }
  return {
    of(accountId) {
      if (clock.monotonicMs() < knownUntil) return open.get(accountId)
      return (looking ?? look()).then(() => open.get(accountId))
    },
    expire() {
      knownUntil = Number.NEGATIVE_INFINITY
      looking = null
    },
  }
}
