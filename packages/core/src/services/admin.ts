import { token } from '../token.ts'

/** A credential of the admin API, without its secret. */
export interface AdminToken {
  readonly id: string
  /** Unique, also among revoked ones: the audit log names the actor `admin:<name>`. */
  readonly name: string
  /** The account to whose branch it is limited; null: an operator, for all accounts. */
  readonly accountId: string | null
  /** The person of a console who made it, and in whose name it acts; null: it was made on the machine. */
  readonly personId: string | null
  /** Its permissions, scopes of the host; `*`: all that its account may have. */
  readonly scopes: readonly string[]
  readonly status: 'active' | 'revoked'
  readonly createdAt: Date
  /** Null: it does not expire. */
  readonly expiresAt: Date | null
  readonly revokedAt: Date | null
}
/** A new credential with its secret, which is shown once. */
export interface IssuedAdminToken {
  readonly token: AdminToken
  /** `adm_…`: 30 base62 characters (178 bits) and a checksum of six. */
  readonly secret: string
}
/** The properties of a new credential. */
export interface NewAdminToken {
  /** 1 to 64 of `a-z`, `0-9`, `.`, `_`, `@` and `-`, a letter or digit first. */
  readonly name: string
  readonly accountId: string | null
  /** Null unless given. */
  readonly personId?: string | null
  readonly scopes: readonly string[]
  readonly expiresAt: Date | null
  /** Who makes it, for the audit log. */
  readonly actor: string
}
/** The credentials of the admin API, separate from API keys (decision 0019). */
export interface AdminTokens {
  /**
   * Issues a credential. Its secret is returned once and stored as a keyed hash.
   *
   * @throws `ADMIN_TOKEN_INVALID` (name, scopes, expiry in the past), `ADMIN_TOKEN_EXISTS`, `ACCOUNT_NOT_FOUND`.
   */
  create(token: NewAdminToken): Promise<IssuedAdminToken>
  /** All credentials, or those of one account alone (null: of operators), oldest first. */
  list(of?: { readonly accountId: string | null }): Promise<readonly AdminToken[]>
  /** Revokes a credential, from the next request on. Idempotent. @throws `ADMIN_TOKEN_NOT_FOUND` */
  revoke(id: string, actor: string): Promise<AdminToken>
  /** The active credential that has this secret; else null. A wrong checksum is answered without a read. */
  identify(secret: string): Promise<AdminToken | null>
}
/** The admin credentials of a server. */
export const AdminTokens = token<AdminTokens>('core.admin-tokens')
