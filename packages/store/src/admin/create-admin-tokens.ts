import type { AdminToken, AdminTokens, Clock, Ids, Scope } from '@parakh/core'
import * as z from 'zod'
import { requireAccount } from '../account-tree/read-accounts.ts'
import type { Database } from '../connection/database.ts'
import { storeErrors } from '../error-codes.ts'
import type { KeyedHashes } from '../secrets/keyed-hash.ts'
import { rehash } from '../secrets/rehash.ts'
import { isAdminSecret, makeAdminSecret } from './admin-secret.ts'
import { AdminTokenRow, newAdminTokenRow } from './admin-token-row.ts'
import { checkNewToken } from './check-new-token.ts'
import { auditToken, revokeToken } from './end-admin-tokens.ts'

/** What admin credentials are made from. */
export interface AdminTokensOptions {
  readonly database: Database
  readonly clock: Clock
  readonly ids: Ids
  /** Of the peppers. */
  readonly hashes: KeyedHashes
  /** Of the host: what a credential may be given. */
  readonly scopes: readonly Scope[]
}

const Rows = z.array(AdminTokenRow)

/**
 * Admin credentials on a database. Nothing is remembered between requests, so a credential that is revoked, or whose account is
 * suspended or closed, opens nothing from the next one on.
 *
 * @example
 * const tokens = createAdminTokens({ database, clock, ids, hashes: createKeyedHashes(peppers), scopes })
 * const { secret } = await tokens.create({ name: 'console', accountId: null, scopes: ['*'], expiresAt: null, actor: 'asha' })
 */
export function createAdminTokens({ database, clock, ids, hashes, scopes: known }: AdminTokensOptions): AdminTokens {
  const { knex, table, write } = database
  const options = { database, clock, ids }
  return {
    create: (given) =>
      write(async (transaction) => {
        checkNewToken(given, { now: clock.now(), known })
        const { name, accountId, personId = null, scopes, expiresAt, actor } = given
        if (accountId !== null) await requireAccount(transaction, database, accountId)
        if (await transaction(table('admin_token')).where({ name }).first())
          throw storeErrors.error('ADMIN_TOKEN_EXISTS', { name })
        const secret = makeAdminSecret()
        const token: AdminToken = {
          ...{ id: ids.next(), name, accountId, personId, scopes: [...new Set(scopes)], status: 'active', expiresAt },
          ...{ createdAt: clock.now(), revokedAt: null },
        }
        await transaction(table('admin_token')).insert(newAdminTokenRow(token, hashes.make(secret)))
        const after = { name, scopes: token.scopes, expires_at: expiresAt?.toISOString() ?? null }
        await auditToken(transaction, options, { actor, action: 'admin-token.create', token, after })
        return { token, secret }
      }),
    async list(of) {
      const asked = knex(table('admin_token')).orderBy(['created_at', 'id'])
      const rows = Rows.parse(await (of ? asked.where({ account_id: of.accountId }) : asked))
      return rows.map(({ token }) => token)
    },
    revoke: (id, actor) =>
      write(async (transaction) => {
        const [found] = Rows.parse(await transaction(table('admin_token')).where({ id }))
        if (!found) throw storeErrors.error('ADMIN_TOKEN_NOT_FOUND', { id })
        return await revokeToken(transaction, options, { token: found.token, actor })
      }),
    async identify(secret) {
      if (!isAdminSecret(secret)) return null
      const known = hashes.all(secret).map(({ hash }) => hash)
      const rows: unknown = await knex({ token: table('admin_token') })
        .leftJoin({ account: table('account') }, 'account.id', 'token.account_id')
        .whereIn('token.secret_hash', known)
        .whereNull('token.revoked_at')
        .where((live) => live.whereNull('token.account_id').orWhere('account.status', 'active'))
        .select('token.*')
      const found = Rows.parse(rows).find((row) => hashes.matches(secret, row.secret))
      if (!found) return null
      const { id, expiresAt } = found.token
      if (expiresAt !== null && expiresAt <= clock.now()) return null
      const columns = ['secret_hash', 'pepper_id'] as const
      await rehash({ database, hashes }, { secret, known: found.secret, table: 'admin_token', id, columns })
      return found.token
    },
  }
}
