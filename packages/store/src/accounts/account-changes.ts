import {
  type Account,
  type Accounts,
  type AllowedApis,
  type CheckedMove,
  checkAccountName,
  checkParent,
  checkReason,
  coreErrors,
  type Environment,
  onlyApis,
  platformRevisions,
  type ReasonedBy,
  requireNothingOwed,
  withApis,
  withoutApis,
} from '@parakh/core'
import { readBranch, requireAccount } from '../account-tree/read-accounts.ts'
import { readOwed } from '../commission/read-owed.ts'
import { revokeAllKeys } from '../keys/revoke-all-keys.ts'
import { endDelegations } from './account-delegations.ts'
import { type AccountsOptions, changeAccount } from './change-account.ts'

const STATUS_ACTIONS = { active: 'account.resume', suspended: 'account.suspend', closed: 'account.close' } as const

/** The part of accounts that changes what an account is: its name, place, status and APIs. */
export function accountChanges(
  options: AccountsOptions,
): Pick<Accounts, 'rename' | 'move' | 'setStatus' | 'grantApis' | 'revokeApis' | 'limitApis'> {
  const { database } = options
  return {
    async rename(id, name, actor = 'system') {
      checkAccountName(name)
      return await changeAccount(options, { id, actor, action: 'account.rename' }, (before) =>
        before.name === name ? null : { patch: { name } },
      )
    },
    move(id, parentId, by = 'system') {
      const { actor, ifRevision }: Partial<CheckedMove> & { actor: string } =
        typeof by === 'string' ? { actor: by } : by
      return changeAccount(options, { id, actor, action: 'account.move' }, async (before, transaction) => {
        if (before.parentId === parentId) return null
        // One move at a time: two at once could each find no circle, and make one together.
        await database.revisions.raise(transaction, platformRevisions.accountTree.name, ifRevision)
        if (parentId !== null) {
          checkParent(before.role, await requireAccount(transaction, database, parentId))
          if ((await readBranch(transaction, database, id)).includes(parentId))
            throw coreErrors.error('ACCOUNT_PARENT_CIRCULAR', { id, parent: parentId })
        }
        const kept = await endDelegations(transaction, options, { account: before, actor })
        return { patch: { ...kept, parentId, version: before.version + 1 } }
      })
    },
    async setStatus(id, status, by = 'system') {
      const { actor, reason }: ReasonedBy = typeof by === 'string' ? { actor: by } : by
      if (reason !== undefined) checkReason(reason)
      return await changeAccount(
        options,
        { id, actor, action: STATUS_ACTIONS[status] },
        async (before, transaction) => {
          if (before.status === status) return null
          if (status === 'closed') {
            const owedIn = (environment: Environment) => readOwed(transaction, database, { accountId: id, environment })
            requireNothingOwed(id, { sandbox: await owedIn('sandbox'), production: await owedIn('production') })
            await revokeAllKeys(transaction, options, { accountId: id, actor })
          }
          return { patch: { status }, ...(reason === undefined ? {} : { noted: { reason } }) }
        },
      )
    },
    grantApis: (id, endpoints, actor = 'system') =>
      changeAccount(options, { id, actor, action: 'account.apis.grant' }, (before) =>
        allowing(before, withApis(before, endpoints)),
      ),
    revokeApis: (id, endpoints, actor = 'system') =>
      changeAccount(options, { id, actor, action: 'account.apis.revoke' }, (before) =>
        allowing(before, withoutApis(before, endpoints)),
      ),
    limitApis: (id, endpoints, actor = 'system') =>
      changeAccount(options, { id, actor, action: 'account.apis.limit' }, (before) =>
        allowing(before, onlyApis(endpoints)),
      ),
  }
}

function allowing({ apis, withheldApis, version }: Account, after: AllowedApis) {
  const isSame = JSON.stringify([apis, withheldApis]) === JSON.stringify([after.apis, after.withheldApis])
  return isSame ? null : { patch: { ...after, version: version + 1 } }
}
