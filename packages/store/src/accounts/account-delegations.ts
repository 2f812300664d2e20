import type { Account, Accounts } from '@parakh/core'
import type { Knex } from 'knex'
import * as z from 'zod'
import { AccountRow } from '../account-tree/account-row.ts'
import { branchQuery } from '../account-tree/read-accounts.ts'
import { type AccountsOptions, changeAccount, writeAccountAudit } from './change-account.ts'

type Delegations = Pick<Account, 'keysFromAbove' | 'peopleFromAbove'>

/** The part of accounts that decides what the accounts above may do for an account. */
export function accountDelegations(options: AccountsOptions): Pick<Accounts, 'delegateKeys' | 'delegatePeople'> {
  const decide = (id: string, to: Partial<Delegations>, by: { readonly actor: string; readonly action: string }) =>
    changeAccount(options, { id, ...by }, (before) => {
      const isSame = JSON.stringify({ ...before, ...to }) === JSON.stringify(before)
      return isSame ? null : { patch: to, noted: auditedDelegations(to) }
    })
  return {
    delegateKeys: (id, allowed, actor = 'system') =>
      decide(id, { keysFromAbove: allowed }, { actor, action: 'account.delegate-keys' }),
    delegatePeople: (id, allowed, actor = 'system') =>
      decide(id, { peopleFromAbove: allowed }, { actor, action: 'account.delegate-people' }),
  }
}

const auditedDelegations = ({ keysFromAbove, peopleFromAbove }: Partial<Delegations>) => ({
  ...(keysFromAbove !== undefined && { keys_from_above: keysFromAbove }),
  ...(peopleFromAbove !== undefined && { people_from_above: peopleFromAbove }),
})

const ended = ({ keysFromAbove, peopleFromAbove }: Delegations): Delegations => ({
  keysFromAbove: keysFromAbove === true ? null : keysFromAbove,
  peopleFromAbove: peopleFromAbove === true ? null : peopleFromAbove,
})

/**
 * Ends the delegations of a moved account and of those below it: they were given to the accounts that were above then. A refusal
 * (`false`) stays.
 *
 * @returns The delegations that the moved account keeps. The caller writes them.
 */
export async function endDelegations(
  transaction: Knex.Transaction,
  options: AccountsOptions,
  { account, actor }: { readonly account: Account; readonly actor: string },
): Promise<Delegations> {
  const { database } = options
  const table = database.table('account')
  const rows: unknown = await transaction(table)
    .whereIn('id', branchQuery(transaction, database, account.id))
    .where((query) => query.where({ keys_from_above: 1 }).orWhere({ people_from_above: 1 }))
    .orderBy('id')
  for (const one of z.array(AccountRow).parse(rows)) {
    const after = ended(one)
    await transaction(table).where({ id: one.id, keys_from_above: 1 }).update({ keys_from_above: 0, keys_undecided: 1 })
    await transaction(table).where({ id: one.id, people_from_above: 1 }).update({ people_from_above: null })
    await writeAccountAudit(transaction, options, {
      accountId: one.id,
      actor,
      action: 'account.end-delegations',
      before: auditedDelegations(one),
      after: auditedDelegations(after),
    })
  }
  return ended(account)
}
