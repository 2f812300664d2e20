import { type Money, micro, type PlanStore, type WalletReservations, zero } from '@parakh/core'

const environment = 'production'
/** More than any plan costs. */
const MOST = micro(Number.MAX_SAFE_INTEGER)

/**
 * The storage of subscriptions where an external wallet pays: what a change costs is reserved there first, because nothing waits in the
 * transaction that changes it. The change is decided twice, and is pure.
 */
export function withReservedFees(store: PlanStore, reservations: WalletReservations): PlanStore {
  if (!reservations.isExternal(environment)) return store
  return {
    ...store,
    async change(change, decide) {
      let due: Money = zero
      await store.change(change, (context) => {
        const step = decide({ ...context, available: MOST })
        due = step?.charge?.amount ?? zero
        return null
      })
      if (due === 0) return await store.change(change, decide)
      const asked = await reservations.reserve({ accountId: change.accountId, environment }, due)
      if (asked.kind === 'insufficient') {
        // Never enough, whatever came in since the wallet said so.
        const available = micro(Math.min(asked.available, due - 1))
        return await store.change(change, (context) => decide({ ...context, available }))
      }
      const { reservation } = asked
      try {
        return await store.change({ ...change, reserved: reservation }, decide)
      } finally {
        await reservations.release(reservation)
      }
    },
  }
}
