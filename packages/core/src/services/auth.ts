import type { AuthPolicy } from '../auth.ts'
import { chosenPoint } from '../extension-point.ts'
import type { HostFact } from '../host-fact.ts'
import type { Environment } from '../outcome.ts'
import { token } from '../token.ts'
import type { Account } from './accounts.ts'
import type { ApiKey, KeyOwner } from './keys.ts'

/** The API credentials of a request. Never logged. */
export interface Credentials {
  readonly apiKey?: string
  readonly apiSecret?: string
  /** The token of `Authorization: Bearer`. */
  readonly bearer?: string
}
/** Who calls. Made by the host alone. */
export interface Caller {
  readonly account: Account
  readonly key: ApiKey
  readonly environment: Environment
  /** The name in the configuration of the scheme that identified the caller; null: the embedder vouched for the key. */
  readonly by: string | null
  /** The version of the secret that was used; undefined: none was used. */
  readonly secretVersion?: number | undefined
}

/** The certificate of a client of TLS. */
export interface TlsPeer {
  /** SHA-256 of the certificate: 64 lower-case hexadecimal digits. */
  readonly fingerprint: string
  /** Whether an authority of the server signed it. */
  readonly verified: boolean
}
/** What a scheme sees of a request: one shape for every scheme and every configuration. */
export interface AuthRequest {
  readonly method: string
  /** Path and query as they were sent, the application's mount path included. Empty for a call without HTTP that gives none. */
  readonly target: string
  readonly ip: string
  /** When it arrived, by the server's clock: compare a signed time with it to refuse old requests. */
  readonly at: Date
  /** Key, secret and token, from the places of the endpoint's policy. */
  readonly credentials: Credentials
  readonly policy: AuthPolicy
  /** The client's certificate; null without one. @throws `AUTH_READ_UNDECLARED` unless the scheme has `reads: ['tls']`. */
  readonly tls: TlsPeer | null
  /** A header by name, in any case; null: not sent. */
  header(name: string): string | null
  /** The body, byte for byte, at most 64 kB; empty: none. @throws `AUTH_READ_UNDECLARED` unless the scheme has `reads: ['body']`. */
  body(): Uint8Array
  /** What the embedding application says of the request; null: nothing. */
  fact<T>(of: HostFact<T>): T | null
  /** Whether two secrets are equal, in constant time. Text is compared as UTF-8. */
  equal(a: Uint8Array | string, b: Uint8Array | string): boolean
  /** The HMAC of the parts, one after the other, in lower-case hexadecimal digits. Text is taken as UTF-8. */
  hmac(algorithm: 'sha256' | 'sha512', secret: Uint8Array | string, ...parts: readonly (Uint8Array | string)[]): string
  /**
   * Claims a nonce of this scheme, for all processes and restarts. Ask it after the signature was found right, so that strangers claim nothing.
   *
   * @param nonce Any text; put the caller's name into it.
   * @param seconds For how long it is remembered: 1 to 604,800.
   * @returns False: it was claimed before.
   */
  once(nonce: string, seconds: number): Promise<boolean>
}

declare const known: unique symbol
/** A key that `KnownKeys` found: nobody else can make one, so a scheme cannot make up limits. */
export interface KnownKey extends KeyOwner {
  readonly [known]: true
}
/** The keys of a server, cached for some seconds. It may be stale: the transaction that admits a call reads the key again. */
export interface KnownKeys {
  /** The key of a `pk_…`: a value if it is cached, else a promise. @param fresh True: read again. */
  find(publicId: string, fresh: boolean): KnownKey | null | Promise<KnownKey | null>
  /** The version of a valid secret of the key; else null. A value if it was verified before, else a promise. */
  secretVersion(key: KnownKey, apiSecret: string): number | null | Promise<number | null>
}
/** The cached keys of a server: for schemes. */
export const KnownKeys = token<KnownKeys>('core.known-keys')

/** The codes with which a scheme may refuse: each is a 401. */
export type AuthRefusalCode = 'INVALID_API_KEY' | 'INVALID_TOKEN' | 'INVALID_SIGNATURE' | 'NOT_AUTHENTICATED'
/** Nobody was proven. */
export interface AuthRefused {
  readonly kind: 'refused'
  /** That of the scheme unless given. */
  readonly code?: AuthRefusalCode
}
/** A key of this server, and the version of the secret that proved it; undefined: none did. */
export interface KeyProof {
  readonly kind: 'key'
  readonly key: KnownKey
  readonly secretVersion?: number | undefined
}
/** Somebody whom the scheme knows. At first sight the host makes a key without a secret, so that limits, revocation and usage are those of a key. */
export interface ExternalProof {
  readonly kind: 'external'
  readonly accountId: string
  /** Who, within the account and the scheme: 1 to 128 printable ASCII characters, no Aadhaar number and no PAN. */
  readonly subject: string
  readonly environment: Environment
  /** 0 or more. A higher one ends all that was proven with lower ones: raise it to end the subject's sessions. */
  readonly version: number
}
/** What a scheme finds out. */
export type Identification = KeyProof | ExternalProof | AuthRefused

/** A security scheme of OpenAPI. */
export type SecurityScheme = { readonly description?: string } & (
  | { readonly type: 'apiKey'; readonly in: 'header' | 'query' | 'cookie'; readonly name: string }
  | { readonly type: 'http'; readonly scheme: string; readonly bearerFormat?: string }
  | { readonly type: 'mutualTLS' }
  | { readonly type: 'openIdConnect'; readonly openIdConnectUrl: string }
)

interface SchemeThatProves<P extends KeyProof | ExternalProof> {
  /** `key`: keys of this server; legacy endpoints then ask for their query key. `external`: somebody whom the scheme knows. */
  readonly proves: P['kind']
  /** What is kept of a request for it. A request to an endpoint none of whose schemes reads its body keeps none. */
  readonly reads: readonly ('body' | 'tls')[]
  /** The code of its refusals. */
  readonly refusal: AuthRefusalCode
  /** What a request carries, for OpenAPI and Postman: security schemes by their names, all needed together. Empty: nothing that can be described. */
  describes(policy: AuthPolicy): Readonly<Record<string, SecurityScheme>>
  /** Whether the request carries its credentials. Cheap and synchronous: asked of every call. The first scheme that says yes decides alone. */
  claims(request: AuthRequest): boolean
  /** Finds out who calls, once for a call. A value where no read is needed. The host checks whether the key of a proof has ended. */
  identify(request: AuthRequest): P | AuthRefused | Promise<P | AuthRefused>
}
/** A way to prove who calls. It gives a proof; the host makes the caller. */
export type AuthScheme = SchemeThatProves<KeyProof> | SchemeThatProves<ExternalProof>

/** The schemes of a server: the section `auth`. `key` and `bearer` are drivers of core like any other, in force unless the section says otherwise. */
export const AuthSchemes = chosenPoint<AuthScheme>('core.auth-schemes')({
  version: 1,
  sectionKey: 'auth',
  count: 'many',
  fallback: { key: 'key', bearer: 'bearer' },
})

/** What a genuine token says. */
export interface TokenClaims {
  readonly keyId: string
  readonly publicId: string
  readonly accountId: string
  readonly environment: Environment
  /** The version of the secret that requested it. */
  readonly secretVersion: number
}
/** Issues and verifies the tokens of the driver `bearer`. */
export interface AccessTokens {
  /** A token for a proven key, valid 3600 seconds; it ends with the secret that proved the caller, and with its key (decisions.md section 13). */
  issue(caller: Caller): Promise<{ readonly token: string; readonly expiresAt: Date }>
  /** What a genuine token that has not expired says; else null. */
  verify(token: string): Promise<TokenClaims | null>
  /** The public keys that verify tokens: a JSON Web Key Set. */
  jwks(): Promise<{ readonly keys: readonly object[] }>
}
/** The tokens of a server. */
export const AccessTokens = token<AccessTokens>('core.access-tokens')
/** The caller of the current call, for the token endpoint. */
export const CurrentCaller = token<() => Caller>('core.current-caller')
