import type { Environment } from '../outcome.ts'
import { token } from '../token.ts'
import type { Account } from './accounts.ts'
import type { ApiKey } from './keys.ts'

/** The credentials of a request. Never logged. */
export interface Credentials {
  readonly apiKey?: string
  readonly apiSecret?: string
  /** The token of `Authorization: Bearer`. */
  readonly bearer?: string
}
/** Who calls. */
export interface Caller {
  readonly account: Account
  readonly key: ApiKey
  readonly environment: Environment
  /** How the caller authenticated. */
  readonly by: 'pair' | 'bearer' | 'key' | 'host'
  /** The version of the secret that was used; absent: none was used. */
  readonly secretVersion?: number
}
/** The caller, or why authentication failed. `revoked` is distinguished for envelopes that have a code for it. */
export type Identification =
  | { readonly caller: Caller }
  | { readonly refused: 'INVALID_API_KEY' | 'INVALID_TOKEN'; readonly revoked?: boolean }

/** Authenticates callers, and issues tokens. */
export interface Auth {
  /**
   * Returns a value instead of a promise if no read is needed.
   *
   * @param credentials What the request brought.
   * @param accepts What the endpoint's policy accepts.
   * @param fresh True: bypass caches, because the key changed during a call.
   */
  identify(
    credentials: Credentials,
    accepts: readonly ('pair' | 'bearer' | 'key')[],
    fresh?: boolean,
  ): Identification | Promise<Identification>
  /** A token for a proven key, valid 3600 seconds; it ends with the secret that proved the caller, and with its key (decisions.md section 13). */
  issue(caller: Caller): Promise<{ readonly token: string; readonly expiresAt: Date }>
  /** The public keys that verify tokens: a JSON Web Key Set. */
  jwks(): Promise<{ readonly keys: readonly object[] }>
}
/** The auth of a server. */
export const Auth = token<Auth>('core.auth')
/** The caller of the current call, for the token endpoint. */
export const CurrentCaller = token<() => Caller>('core.current-caller')
