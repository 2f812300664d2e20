import type { AdminToken, Clock, EndedTokens, Ids } from '@parakh/core'
import type { Knex } from 'knex'
import * as z from 'zod'
import { appendAudit } from '../audit/append-audit.ts'
import type { Database } from '../connection/database.ts'
import { AdminTokenRow } from './admin-token-row.ts'

/** What credentials end with. */
export interface EndTokensOptions {
  readonly database: Database
  readonly clock: Clock
  readonly ids: Ids
}
interface AuditedChange {
  readonly actor: string
  readonly action: string
  readonly token: AdminToken
  readonly before?: Readonly<Record<string, unknown>>
  readonly after: Readonly<Record<string, unknown>>
}

/** Writes what happened to a credential, for its account. */
export const auditToken = (
  transaction: Knex.Transaction,
  { database, clock, ids }: EndTokensOptions,
  {
    token,
    before = null,
    ...change
  }: Omit<AuditedChange, 'before'> & { readonly before?: AuditedChange['before'] | null },
): Promise<void> =>
  appendAudit(transaction, database, {
    ...{ id: ids.next(), at: clock.now(), subject: `admin-token/${token.id}`, accountId: token.accountId },
    ...{ ...change, before },
  })

/** Revokes a credential, once. */
export async function revokeToken(
  transaction: Knex.Transaction,
  options: EndTokensOptions,
  { token, actor }: { readonly token: AdminToken; readonly actor: string },
): Promise<AdminToken> {
  if (token.status === 'revoked') return token
  const revokedAt = options.clock.now()
  const changed = await transaction(options.database.table('admin_token'))
    .where({ id: token.id })
    .whereNull('revoked_at')
    .update({ revoked_at: revokedAt.getTime() })
  const revoked: AdminToken = { ...token, status: 'revoked', revokedAt }
  const states = { before: { status: 'active' }, after: { status: 'revoked' } }
  if (changed === 1)
    await auditToken(transaction, options, { actor, action: 'admin-token.revoke', token: revoked, ...states })
  return revoked
}

/** Revokes the credentials that a person has made for an account. @returns How many. */
export async function endTokens(
  transaction: Knex.Transaction,
  options: EndTokensOptions,
  { personId, accountId, actor }: EndedTokens,
): Promise<number> {
  const { database } = options
  const of = { person_id: personId, account_id: accountId }
  const rows = z
    .array(AdminTokenRow)
    .parse(await transaction(database.table('admin_token')).where(of).whereNull('revoked_at').orderBy('id'))
  for (const { token } of rows) await revokeToken(transaction, options, { token, actor })
  return rows.length
}
