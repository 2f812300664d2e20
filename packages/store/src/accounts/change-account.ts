import { type Account, type AuditEntry, type Clock, type Ids, type Money, requireOpen } from '@parakh/core'
import type { Knex } from 'knex'
import { accountColumns } from '../account-tree/account-row.ts'
import { lockAccount } from '../account-tree/lock-account.ts'
import { appendAudit } from '../audit/append-audit.ts'
import type { MoneyMover } from '../wallet/move-money.ts'

/** What accounts are made from. */
export interface AccountsOptions extends MoneyMover {
  readonly clock: Clock
  readonly ids: Ids
  /** Granted to each new account's sandbox wallet, once. */
  readonly sandboxCredit: Money
}

/** Who changes what. */
export interface ChangedBy {
  readonly actor: string
  /** As the audit log names it, such as `account.move`. */
  readonly action: string
}

/** What an account becomes. */
interface AccountChange {
  readonly patch: Partial<Omit<Account, 'id' | 'createdAt'>>
  /** Kept in the audit log beside what the patch changes. */
  readonly noted?: Readonly<Record<string, unknown>>
}

/**
 * Changes an account beneath its row's lock, with its audit entry in the same transaction.
 *
 * @param decide Gets the account as it stands, and may write more; null changes nothing.
 * @throws `ACCOUNT_NOT_FOUND`, `ACCOUNT_CLOSED`, and what `decide` throws.
 */
export function changeAccount(
  options: AccountsOptions,
  { id, ...by }: ChangedBy & { readonly id: string },
  decide: (before: Account, transaction: Knex.Transaction) => AccountChange | null | Promise<AccountChange | null>,
): Promise<Account> {
  const { database } = options
  return database.write(async (transaction) => {
    const before = await lockAccount(transaction, database, id)
    requireOpen(before)
    const change = await decide(before, transaction)
    if (!change) return before
    const after = { ...before, ...change.patch }
    await transaction(database.table('account')).where({ id }).update(accountColumns(after))
    const changed = changedFields(before, after)
    await writeAccountAudit(transaction, options, {
      ...{ ...by, accountId: id, before: changed.before },
      after: { ...changed.after, ...change.noted },
    })
    return after
  })
}

/** Writes what became of an account into the audit log. */
export async function writeAccountAudit(
  transaction: Knex.Transaction,
  { database, clock, ids }: Pick<AccountsOptions, 'database' | 'clock' | 'ids'>,
  entry: Omit<AuditEntry, 'id' | 'at' | 'subject'> & { readonly accountId: string },
): Promise<void> {
  const written = { ...entry, id: ids.next(), at: clock.now(), subject: `account/${entry.accountId}` }
  await appendAudit(transaction, database, written)
}

/** The columns in which two states of an account differ, as they were and as they are. */
function changedFields(before: Account, after: Account) {
  const [old, fresh] = [shown(before), shown(after)]
  const names = Object.keys(fresh).filter((name) => JSON.stringify(old[name]) !== JSON.stringify(fresh[name]))
  const pick = (from: Readonly<Record<string, unknown>>) => Object.fromEntries(names.map((name) => [name, from[name]]))
  return { before: pick(old), after: pick(fresh) }
}

/** An account as the audit log shows it. */
export const shown = ({
  name,
  role,
  parentId,
  status,
  kyc,
  apis,
  withheldApis,
}: Account): Readonly<Record<string, unknown>> => ({
  ...{ name, role, parent_id: parentId, status, kyc, apis, withheld_apis: withheldApis },
})
