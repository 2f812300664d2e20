import {
  type Account,
  type Accounts,
  ALL_APIS,
  checkAccountName,
  checkParent,
  ENVIRONMENTS,
  type Environment,
  type Money,
  walletKey,
  zero,
} from '@parakh/core'
import { memoryAccountChanges } from './account-changes.ts'
import { memoryAccountKyc } from './account-kyc.ts'
import { accountOf, ancestorsOf, branchOf, type MemoryParts } from './account-tree.ts'
import { note, shownAccount } from './audit-log.ts'
import type { MemoryTables } from './memory-tables.ts'

/**
 * Accounts in memory.
 *
 * @param sandboxCredit Granted once to each new account's sandbox wallet; zero: nothing.
 */
export function memoryAccounts(parts: MemoryParts, sandboxCredit: Money): Accounts {
  const { tables, queue, clock, ids } = parts
  return {
    create: async ({ name, role, parentId = null, actor = 'system' }) => {
      checkAccountName(name)
      if (parentId !== null) checkParent(role, accountOf(tables, parentId))
      const at = clock.now()
      const id = ids.next()
      const account: Account = {
        ...{ id, name, role, parentId, status: 'active', kyc: 'pending', version: 0 },
        ...ALL_APIS,
        keysFromAbove: null,
        peopleFromAbove: null,
        hasOwner: false,
        createdAt: at,
      }
      tables.accounts.set(id, account)
      for (const environment of ENVIRONMENTS) openWallet(tables, { accountId: id, environment })
      const after = shownAccount(account)
      note(parts, { actor, action: 'account.create', subject: `account/${id}`, accountId: id, before: null, after })
      if (sandboxCredit > 0)
        await queue.run({
          ...{ kind: 'credit', id: ids.next(), accountId: id, environment: 'sandbox', at: at.getTime() },
          ...{ amount: sandboxCredit, reference: 'sandbox-credit', actor: 'system' },
        })
      return account
    },
    get: async (id) => tables.accounts.get(id) ?? null,
    list: async () => [...tables.accounts.values()],
    page: async ({ within, role, status, kyc, startsWith, cursor, limit }) => {
      const branch = within === null ? null : new Set(branchOf(tables, within))
      const found = [...tables.accounts.values()]
        .filter(({ id }) => branch === null || branch.has(id))
        .filter((account) => role === undefined || account.role === role)
        .filter((account) => status === undefined || account.status === status)
        .filter((account) => kyc === undefined || account.kyc === kyc)
        .filter((account) => startsWith === undefined || beginsSo(account, startsWith))
      if (startsWith !== undefined) found.sort(byNameAfter(startsWith))
      const from = Number(cursor ?? 0)
      const until = from + limit
      return { items: found.slice(from, until), next: until < found.length ? String(until) : null }
    },
    branch: async (id) => branchOf(tables, id),
    ancestors: async (id) => ancestorsOf(tables, id),
    ...memoryAccountChanges(parts),
    ...memoryAccountKyc(parts),
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

const folded = (text: string): string => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
const beginsSo = ({ name, id }: Account, start: string): boolean =>
  [name, id].some((text) => folded(text).startsWith(folded(start)))

/** By name; those whose id alone begins so are last. */
const byNameAfter = (start: string) => {
  const placeOf = ({ name, id }: Account) =>
    folded(name).startsWith(folded(start)) ? ['0', folded(name), folded(id)] : ['1', folded(id)]
  return (one: Account, other: Account): number =>
    Buffer.compare(Buffer.from(placeOf(one).join('\0')), Buffer.from(placeOf(other).join('\0')))
}
