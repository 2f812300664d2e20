import { Clock, MOST_WAITING, Store, WALLET_TASK_STUCK_MS, WorkQueues } from '@parakh/core'
import { walletsWrite } from '../scopes.ts'

const stuckWalletTasks = WorkQueues.contribute({
  ...{ id: 'wallet-tasks', needs: { store: Store, clock: Clock } },
  make: ({ store, clock }) => ({
    ...{ title: 'Stuck tasks of the external wallet', scope: walletsWrite },
    async standing() {
      const before = clock.now().getTime() - WALLET_TASK_STUCK_MS
      const { items } = await store.walletTasks.list({ before, cursor: null, limit: MOST_WAITING + 1 })
      const [oldest] = items
      return { waiting: items.length, oldestAt: oldest ? new Date(oldest.at) : null }
    },
  }),
})

/** The queues of work of the platform. */
export const platformQueues = [stuckWalletTasks]
