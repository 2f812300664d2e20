import type { ErrorSpec } from './outcome.ts'

/** How the callers of an endpoint prove who they are. A value, like an envelope. */
export interface AuthPolicy {
  /** `pair`: key and secret; `bearer`: a token from auth/token; `key`: the key alone. None at all: open and free. */
  readonly accepts: readonly ('pair' | 'bearer' | 'key')[]
  /** Where the pair is read: the headers, unless this says that the body's `api_key` and `api_secret` hold it. */
  readonly pairIn?: 'headers' | 'body'
  /**
   * A second place for the key. `must-equal`: required, and equal to the other credentials; `equal-if-sent`: the same, but optional and
   * not documented; `wins`: it replaces them.
   */
  readonly also?: {
    readonly in: 'query' | 'body'
    readonly name: string
    readonly rule: 'must-equal' | 'equal-if-sent' | 'wins'
  }
  /** Codes that differ from the host's own. */
  readonly codes?: Readonly<Partial<Record<'revoked' | 'invalid', ErrorSpec & { readonly code: string }>>>
}

/** Headers `X-API-Key` and `X-API-Secret`, or a bearer token (spec: Authentication 1). */
export const keys: AuthPolicy = { accepts: ['pair', 'bearer'] }
/** The same, plus the query parameter `api_key` (spec: Authentication 3). */
export const legacyKeys: AuthPolicy = {
  accepts: ['pair', 'bearer'],
  also: { in: 'query', name: 'api_key', rule: 'must-equal' },
}
/** Key and secret in the JSON body: the token endpoint (spec: Authentication 2). */
export const bodyKeys: AuthPolicy = { accepts: ['pair'], pairIn: 'body' }
/** No credentials: such an endpoint is free, has no account and is not admitted. */
export const open: AuthPolicy = { accepts: [] }
