import { token } from '../token.ts'
import type { AdminScope } from './admin-scopes.ts'

/** A credential of the admin API, without its secret. */
export interface AdminToken {
  readonly id: string
  /** Unique permanently: the audit log knows who acted by it, as `admin:<name>`. */
  readonly name: string
  /** The account whose branch it sees; null: an operator, who sees the whole tree. */
  readonly accountId: string | null
  /** What it may do; `*`: all that its subject may. */
  readonly scopes: readonly (AdminScope | '*')[]
  readonly status: 'active' | 'revoked'
  readonly createdAt: Date
  /** Null: it does not end by itself. */
  readonly expiresAt: Date | null
  readonly revokedAt: Date | null
}
/** A credential at the one moment when its secret is known. */
export interface IssuedAdminToken {
  readonly token: AdminToken
  /** `adm_…`: 30 base62 characters (178 bits) and a checksum of six. */
  readonly secret: string
}
/** What a new credential is given. */
export interface NewAdminToken {
  /** 1 to 64 of `a-z`, `0-9`, `.`, `_`, `@` and `-`, a letter or digit first. */
  readonly name: string
  readonly accountId: string | null
  readonly scopes: readonly (AdminScope | '*')[]
  readonly expiresAt: Date | null
  /** Who makes it, for the audit log. */
  readonly actor: string
}
/** The credentials of the admin API: never API keys, and kept apart from them (decision 0019). */
export interface AdminTokens {
  /**
   * Issues a credential. Its secret is shown this once and kept as a keyed hash.
   *
   * @throws `ADMIN_TOKEN_INVALID` (name, scopes, expiry in the past), `ADMIN_TOKEN_EXISTS`, `ACCOUNT_NOT_FOUND`.
   */
  create(token: NewAdminToken): Promise<IssuedAdminToken>
  /** All of them, in the order in which they were made. */
  list(): Promise<readonly AdminToken[]>
  /** Ends a credential, from the next request on. A second time changes nothing. @throws `ADMIN_TOKEN_NOT_FOUND` */
  revoke(id: string, actor: string): Promise<AdminToken>
  /** Whose secret this is: active and not ended. Null for anything else; a wrong checksum is answered without a read. */
  identify(secret: string): Promise<AdminToken | null>
}
/** The admin credentials of a server. */
export const AdminTokens = token<AdminTokens>('core.admin-tokens')
