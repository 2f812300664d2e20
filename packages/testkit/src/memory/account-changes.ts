import {
  type Account,
  type Accounts,
  type AllowedApis,
  checkAccountName,
  checkParent,
  checkReason,
  coreErrors,
  type Environment,
  onlyApis,
  type ReasonedBy,
  requireNothingOwed,
  requireOpen,
  walletKey,
  withApis,
  withoutApis,
  zero,
} from '@parakh/core'
import { accountOf, branchOf, type MemoryParts } from './account-tree.ts'
import { note, noteKey, shownAccount } from './audit-log.ts'

const STATUS_ACTIONS = { active: 'account.resume', suspended: 'account.suspend', closed: 'account.close' } as const

/** What is to become of an account, and by whom. */
export interface MemoryAccountChange {
  readonly id: string
  readonly actor: string
  readonly action: string
  /** Kept in the audit log beside what the change is. */
  readonly noted?: Readonly<Record<string, unknown>>
}

/**
 * Changes an account, and notes it.
 *
 * @param decide Gets the account as it stands; null changes nothing.
 * @throws `ACCOUNT_NOT_FOUND`, `ACCOUNT_CLOSED`, and what `decide` throws.
 */
export function changeMemoryAccount(
  parts: Pick<MemoryParts, 'tables' | 'clock' | 'ids'>,
  { id, actor, action, noted }: MemoryAccountChange,
  decide: (before: Account) => Partial<Account> | null,
): Account {
  const before = accountOf(parts.tables, id)
  requireOpen(before)
  const patch = decide(before)
  if (!patch) return before
  const after = { ...before, ...patch }
  parts.tables.accounts.set(id, after)
  const states = { before: shownAccount(before), after: { ...shownAccount(after), ...noted } }
  note(parts, { actor, action, subject: `account/${id}`, accountId: id, ...states })
  return after
}

/** The delegations that a moved account keeps: a refusal (`false`) stays. */
const endedDelegations = ({ keysFromAbove, peopleFromAbove }: Account) => ({
  keysFromAbove: keysFromAbove === true ? null : keysFromAbove,
  peopleFromAbove: peopleFromAbove === true ? null : peopleFromAbove,
})
function endMemoryDelegations({ tables }: Pick<MemoryParts, 'tables'>, id: string): void {
  const account = accountOf(tables, id)
  tables.accounts.set(id, { ...account, ...endedDelegations(account) })
}

/** The part of accounts in memory that changes name, place, status and APIs. */
export function memoryAccountChanges(
  parts: MemoryParts,
): Pick<
  Accounts,
  'rename' | 'move' | 'delegateKeys' | 'delegatePeople' | 'setStatus' | 'grantApis' | 'revokeApis' | 'limitApis'
> {
  const { tables, clock } = parts
  const bought = (change: MemoryAccountChange, next: (before: AllowedApis) => AllowedApis): Account =>
    changeMemoryAccount(parts, change, ({ apis, withheldApis, version }) => {
      const after = next({ apis, withheldApis })
      const isSame = JSON.stringify([apis, withheldApis]) === JSON.stringify([after.apis, after.withheldApis])
      return isSame ? null : { ...after, version: version + 1 }
    })
  const endKeys = (accountId: string, actor: string): void => {
    for (const [id, { key, secrets }] of [...tables.keys])
      if (key.accountId === accountId && key.status === 'active') {
        const ended = { ...key, status: 'revoked', revokedAt: clock.now(), version: key.version + 1 } as const
        tables.keys.set(id, { key: ended, secrets })
        noteKey(parts, { actor, action: 'key.revoke', before: key, after: ended })
      }
  }
  return {
    rename: async (id, name, actor = 'system') => {
      checkAccountName(name)
      return changeMemoryAccount(parts, { id, actor, action: 'account.rename' }, (before) =>
        before.name === name ? null : { name },
      )
    },
    move: async (id, parentId, by = 'system') =>
      changeMemoryAccount(
        parts,
        { id, actor: typeof by === 'string' ? by : by.actor, action: 'account.move' },
        (before) => {
          if (before.parentId === parentId) return null
          if (parentId !== null) {
            checkParent(before.role, accountOf(tables, parentId))
            if (branchOf(tables, id).includes(parentId))
              throw coreErrors.error('ACCOUNT_PARENT_CIRCULAR', { id, parent: parentId })
          }
          for (const one of branchOf(tables, id)) endMemoryDelegations(parts, one)
          return { ...endedDelegations(before), parentId, version: before.version + 1 }
        },
      ),
    delegateKeys: async (id, allowed, actor = 'system') =>
      changeMemoryAccount(parts, { id, actor, action: 'account.delegate-keys' }, ({ keysFromAbove }) =>
        keysFromAbove === allowed ? null : { keysFromAbove: allowed },
      ),
    delegatePeople: async (id, allowed, actor = 'system') =>
      changeMemoryAccount(parts, { id, actor, action: 'account.delegate-people' }, ({ peopleFromAbove }) =>
        peopleFromAbove === allowed ? null : { peopleFromAbove: allowed },
      ),
    setStatus: async (id, status, by = 'system') => {
      const { actor, reason }: ReasonedBy = typeof by === 'string' ? { actor: by } : by
      if (reason !== undefined) checkReason(reason)
      const change = { id, actor, action: STATUS_ACTIONS[status], ...(reason !== undefined && { noted: { reason } }) }
      return changeMemoryAccount(parts, change, (before) => {
        if (before.status === status) return null
        if (status === 'closed') {
          const owedIn = (environment: Environment) =>
            tables.wallets.get(walletKey({ accountId: id, environment }))?.owed ?? zero
          requireNothingOwed(id, { sandbox: owedIn('sandbox'), production: owedIn('production') })
          endKeys(id, actor)
        }
        return { status }
      })
    },
    grantApis: async (id, endpoints, actor = 'system') =>
      bought({ id, actor, action: 'account.apis.grant' }, (before) => withApis(before, endpoints)),
    revokeApis: async (id, endpoints, actor = 'system') =>
      bought({ id, actor, action: 'account.apis.revoke' }, (before) => withoutApis(before, endpoints)),
    limitApis: async (id, endpoints, actor = 'system') =>
      bought({ id, actor, action: 'account.apis.limit' }, () => onlyApis(endpoints)),
  }
}
