import type { AuditEntry } from '@parakh/core'
import type { Knex } from 'knex'
import type { Database } from '../connection/database.ts'

/** Writes an audit entry with the change that it tells of: in the same transaction, or there is neither. */
export async function appendAudit(
  transaction: Knex | Knex.Transaction,
  { table }: Pick<Database, 'table'>,
  { id, at, actor, action, subject, accountId, before, after }: AuditEntry,
): Promise<void> {
  await transaction(table('audit')).insert({
    ...{ id, actor, action, subject, at: at.getTime(), account_id: accountId },
    before: before && JSON.stringify(before),
    after: after && JSON.stringify(after),
  })
}
