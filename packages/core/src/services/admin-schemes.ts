import { extensionPoint } from '../extension-point.ts'
import type { ActingPerson } from '../operation/acting-person.ts'

/** A request to the admin API, before its body is read. */
export interface AdminRequest {
  readonly method: string
  /** Names in lower case; of one that was sent twice, what Node makes of it. */
  readonly headers: Readonly<Record<string, string>>
  /** Of the caller, or of the proxy in front if the server trusts none. */
  readonly ip: string
  /** The host that the request names, with its port: whoever asks writes what it likes. */
  readonly host: string
}
/** Who calls the admin API. */
export interface AdminCaller {
  /** For the audit log: `person:<id>`. */
  readonly actor: string
  /** The account that it speaks for; null: an operator. Empty: no account, so that nothing of any account is seen. */
  readonly accountId: string | null
  /** Scopes of the host. */
  readonly scopes: readonly string[]
  /** Null: no person, but a token. */
  readonly person: ActingPerson | null
  /** Headers that the answer has besides, asked once the operation is done: the cookie of a session whose token it has changed. */
  headers?(): Readonly<Record<string, string>>
}

/**
 * Proves who calls the admin API, besides its tokens: by the session of a console. Its refusals are errors with codes of the plugin's table.
 *
 * @example
 * AdminSchemes.contribute({ id: 'session', needs: { sessions: Sessions }, make: ({ sessions }) => sessionScheme(sessions) })
 */
export interface AdminScheme {
  /** Whether the request has a credential of this scheme, genuine or not. One with credentials of two schemes is refused. */
  carries(request: AdminRequest): boolean
  /** Called where it carries one. @throws Where the credential is not genuine, or the request may not use it. */
  identify(request: AdminRequest): Promise<AdminCaller>
}
/** The schemes of the admin API. */
export const AdminSchemes = extensionPoint<AdminScheme>('core.admin-schemes', { version: 1 })
