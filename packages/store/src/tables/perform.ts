import type { TableStatement, TransactionRequest } from '@parakh/core'
import type { Knex } from 'knex'
import { lockAccount } from '../account-tree/lock-account.ts'
import { requireAccount } from '../account-tree/read-accounts.ts'
import type { AccountsOptions } from '../accounts/change-account.ts'
import { openAccount } from '../accounts/open-account.ts'
import { endTokens } from '../admin/end-admin-tokens.ts'
import { appendAudit } from '../audit/append-audit.ts'
import { storeErrors } from '../error-codes.ts'
import { issueKey } from '../keys/issue-key.ts'
import type { KeysOptions } from '../keys/keys-options.ts'
import { appendEvent } from '../outbox/append-event.ts'
import { runStatement } from './run-statement.ts'
import { revisionOf } from './table-migrations.ts'

/** What transactions of plugins are carried out with. */
export interface Performing extends AccountsOptions, KeysOptions {
  /** The statements that plugins of the host declare. */
  isListed(statement: TableStatement): boolean
}

/** Carries out what a transaction asks. @throws `STATEMENT_NOT_LISTED`, `ACCOUNT_NOT_FOUND` */
export async function performRequest(
  transaction: Knex.Transaction,
  given: Performing,
  { request, at }: { readonly request: TransactionRequest; readonly at: Date },
): Promise<unknown> {
  const { database, ids, isListed } = given
  switch (request.kind) {
    case 'rows':
    case 'run': {
      requireListed(isListed, request.bound.statement)
      const rows = await runStatement(transaction, database, request.bound)
      return request.kind === 'run' ? rows.length : rows
    }
    case 'event': {
      const id = ids.next()
      await appendEvent(transaction, database, { ...request.event, id, at: at.getTime() })
      return id
    }
    case 'audit':
      return await appendAudit(transaction, database, { ...request.entry, id: ids.next(), at })
    case 'revision':
      return await database.revisions.raise(transaction, revisionOf(request.of), request.expected ?? undefined)
    case 'account':
      return await requireAccount(transaction, database, request.id)
    case 'lock-account':
      return await lockAccount(transaction, database, request.id)
    case 'own-account':
      return await transaction(database.table('account')).where({ id: request.id }).update({ has_owner: 1 })
    case 'open-account':
      return await openAccount(transaction, given, request.account)
    case 'end-tokens':
      return await endTokens(transaction, given, request)
    case 'issue-key':
      return await issueKey(transaction, given, request.key)
    default:
      throw new TypeError('a transaction yields only what its tx gives: yield* tx.…')
  }
}

/** @throws `STATEMENT_NOT_LISTED` */
export function requireListed(isListed: Performing['isListed'], statement: TableStatement): void {
  if (!isListed(statement))
    throw storeErrors.error('STATEMENT_NOT_LISTED', { statement: statement.name, plugin: statement.of.namespace })
}
