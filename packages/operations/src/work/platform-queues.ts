import { Accounts, Clock, MOST_WAITING, Store, WALLET_TASK_STUCK_MS, WorkQueues } from '@parakh/core'
import { kycApprove, systemRead, walletsWrite } from '../scopes.ts'

const page = { cursor: null, limit: MOST_WAITING + 1 } as const

const submittedKyc = WorkQueues.contribute({
  ...{ id: 'kyc', needs: { accounts: Accounts } },
  make: ({ accounts }) => ({
    ...{ title: 'KYC to decide', scope: kycApprove },
    async standing() {
      const { items } = await accounts.kycSubmissions(page)
      return { waiting: items.length, oldestAt: items[0]?.submittedAt ?? null }
    },
  }),
})

const failedJobs = WorkQueues.contribute({
  ...{ id: 'failed-jobs', needs: { store: Store } },
  make: ({ store }) => ({
    ...{ title: 'Jobs that were given up', scope: systemRead },
    async standing() {
      const { items } = await store.jobs.failed(page)
      const [oldest] = items
      return { waiting: items.length, oldestAt: oldest ? new Date(oldest.runAt) : null }
    },
  }),
})

const stuckWalletTasks = WorkQueues.contribute({
  ...{ id: 'wallet-tasks', needs: { store: Store, clock: Clock } },
  make: ({ store, clock }) => ({
    ...{ title: 'Stuck tasks of the external wallet', scope: walletsWrite },
    async standing() {
      const before = clock.now().getTime() - WALLET_TASK_STUCK_MS
      const { items } = await store.walletTasks.list({ before, ...page })
      const [oldest] = items
      return { waiting: items.length, oldestAt: oldest ? new Date(oldest.at) : null }
    },
  }),
})

/** The queues of work of the platform. */
export const platformQueues = [submittedKyc, failedJobs, stuckWalletTasks]
