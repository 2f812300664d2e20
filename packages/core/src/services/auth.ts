import type { Environment } from '../outcome.ts'
import { token } from '../token.ts'
import type { Account } from './accounts.ts'
import type { ApiKey } from './keys.ts'

/** What a request brought as proof. Never logged. */
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
  /** How it was proven. */
  readonly by: 'pair' | 'bearer' | 'key' | 'host'
  /** Of the secret that proved it; absent where none did. */
  readonly secretVersion?: number
}
/** Who calls, or why that is not known. `revoked` is told apart for dialects that have a code for it. */
export type Identification =
  | { readonly caller: Caller }
  | { readonly refused: 'INVALID_API_KEY' | 'INVALID_TOKEN'; readonly revoked?: boolean }

/** Proves who calls, and issues tokens. */
export interface Auth {
  /**
   * At once where it need not be waited for.
   *
   * @param credentials What the request brought.
   * @param accepts What the endpoint's policy accepts.
   * @param fresh True: past any cache, because the key has changed under a call.
   */
  identify(
    credentials: Credentials,
    accepts: readonly ('pair' | 'bearer' | 'key')[],
    fresh?: boolean,
  ): Identification | Promise<Identification>
  /** A token for a proven key, valid 3600 seconds; it ends with the secret that proved the caller, and with its key (decisions.md section 13). */
  issue(caller: Caller): Promise<{ readonly token: string; readonly expiresAt: Date }>
  /** The public keys by which others may check a token: a JSON Web Key Set. */
  jwks(): Promise<{ readonly keys: readonly object[] }>
}
/** The auth of a server. */
export const Auth = token<Auth>('core.auth')
/** The caller of the current call, for the token endpoint. */
export const CurrentCaller = token<() => Caller>('core.current-caller')
