import { checkReason, type OpenWalletTask, type WalletTasks, walletTaskKey } from '@parakh/core'
import { testkitErrors } from '../error-codes.ts'
import type { MemoryParts } from './account-tree.ts'
import { note } from './audit-log.ts'
import type { MemoryTables } from './memory-tables.ts'

/** Writes down who keeps production money, unless production wallets were used with another. @throws `WALLET_DRIVER_CHANGED` */
export function bindWalletDriver(tables: MemoryTables, driver: string): void {
  const { walletDriver: before, wallets } = tables
  const used = [...wallets.values()].some(({ environment, version }) => environment === 'production' && version > 0)
  if (driver !== before && used) throw testkitErrors.error('WALLET_DRIVER_CHANGED', { before, driver })
  tables.walletDriver = driver
}

/** Tasks of external wallets in memory. */
export function memoryWalletTasks(parts: MemoryParts): WalletTasks {
  const { tables } = parts
  const open = (): readonly OpenWalletTask[] => [...tables.walletTasks.values()]
  const set = (task: OpenWalletTask): OpenWalletTask => {
    tables.walletTasks.set(walletTaskKey(task), task)
    return task
  }
  const find = (key: string): OpenWalletTask => {
    const task = tables.walletTasks.get(key)
    if (!task) throw testkitErrors.error('WALLET_TASK_NOT_FOUND', { key })
    return task
  }
  const waits = ({ reference, step }: OpenWalletTask): boolean =>
    step === 'refund' && tables.walletTasks.has(walletTaskKey({ reference, step: 'capture' }))
  return {
    async claim(at, { limit, leaseUntil }) {
      const due = open().filter((task) => task.nextAt <= at && !waits(task))
      for (const task of due.slice(0, limit)) set({ ...task, nextAt: leaseUntil })
      return due.slice(0, limit)
    },
    async add(task) {
      set({ ...task, attempts: 0, error: null })
    },
    async done(tasks) {
      for (const task of tasks) tables.walletTasks.delete(walletTaskKey(task))
    },
    async failed(task, nextAt, error) {
      const found = tables.walletTasks.get(walletTaskKey(task))
      if (found) set({ ...found, nextAt, error, attempts: found.attempts + 1 })
    },
    async list({ before = Number.POSITIVE_INFINITY, cursor, limit }) {
      const found = open()
        .filter(({ at }) => at <= before)
        .sort((one, other) => one.at - other.at || (walletTaskKey(one) < walletTaskKey(other) ? -1 : 1))
      // A cursor is the key of the last task before it.
      const start = cursor === null ? 0 : found.findIndex((task) => walletTaskKey(task) === cursor) + 1
      const items = found.slice(start, start + limit)
      const last = items.at(-1)
      return { items, next: start + limit < found.length && last ? walletTaskKey(last) : null }
    },
    async backlog() {
      const times = open().map(({ at }) => at)
      return { open: times.length, oldestAt: times.length === 0 ? null : Math.min(...times) }
    },
    retry: async (key, at) => set({ ...find(key), nextAt: at }),
    async resolve(key, { actor, reason }) {
      checkReason(reason)
      const task = find(key)
      tables.walletTasks.delete(key)
      const { accountId, environment, step, amount } = task
      note(parts, {
        ...{ actor, action: 'wallet-task.resolve', accountId, before: { step, amount } },
        ...{ subject: `wallet/${accountId}/${environment}`, after: { task: key, reason } },
      })
      return task
    },
  }
}
