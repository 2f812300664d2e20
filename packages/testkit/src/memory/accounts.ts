import type { Account, Accounts, Clock, Environment, Ids, Money } from '@parakh/core'
import { ENVIRONMENTS, walletKey, zero } from '@parakh/core'
import { testkitErrors } from '../error-codes.ts'
import type { BatchQueue } from './batch-queue.ts'
import type { MemoryTables } from './memory-tables.ts'

/** What the parts of a store in memory share. */
export interface MemoryParts {
  readonly tables: MemoryTables
  readonly queue: BatchQueue
  readonly clock: Clock
  readonly ids: Ids
}

/** An account that must exist. @throws `ACCOUNT_NOT_FOUND` */
export function accountOf(tables: MemoryTables, id: string): Account {
  const account = tables.accounts.get(id)
  if (!account) throw testkitErrors.error('ACCOUNT_NOT_FOUND', { id })
  return account
}

/**
 * Accounts in memory.
 *
 * @param sandboxCredit Granted once to each new account's sandbox wallet; zero: nothing.
 */
export function memoryAccounts({ tables, queue, clock, ids }: MemoryParts, sandboxCredit: Money): Accounts {
  const change = (id: string, patch: Partial<Account>): Account => {
    const account = { ...accountOf(tables, id), ...patch }
    tables.accounts.set(id, account)
    return account
  }
  return {
    create: async ({ name, role, parentId = null }) => {
      if (parentId !== null) accountOf(tables, parentId)
      const at = clock.now()
      const id = ids.next()
      const account: Account = { id, name, role, parentId, status: 'active', kyc: 'pending', createdAt: at }
      tables.accounts.set(id, account)
      for (const environment of ENVIRONMENTS) openWallet(tables, { accountId: id, environment })
      if (sandboxCredit > 0)
        await queue.run({
          ...{ kind: 'credit', id: ids.next(), accountId: id, environment: 'sandbox', at: at.getTime() },
          ...{ amount: sandboxCredit, reference: 'sandbox-credit', actor: 'system' },
        })
      return account
    },
    get: async (id) => tables.accounts.get(id) ?? null,
    list: async () => [...tables.accounts.values()],
    approveKyc: async (id) => change(id, { kyc: 'approved' }),
    setStatus: async (id, status) => change(id, { status }),
  }
}

/** An empty wallet. */
export function openWallet(tables: MemoryTables, of: { accountId: string; environment: Environment }): void {
  const empty = {
    posted: zero,
    held: zero,
    owed: zero,
    version: 0,
    requestsDay: '',
    requestsToday: 0,
    requestsTotal: 0,
  }
  tables.wallets.set(walletKey(of), { ...of, ...empty, eventSequence: 0 })
}
