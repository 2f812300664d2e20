import type { ErrorSpec } from './outcome.ts'

/** How the callers of an endpoint prove who they are. A value, like an envelope. */
export interface AuthPolicy {
  /** `any`: by every scheme that the host has (`auth` of the configuration); a list, which is not empty: by these drivers alone, such as `key`. */
  readonly accepts: 'any' | readonly string[]
  /** `optional`: the key alone is enough, but a wrong secret is refused. Where it is required, the configuration may say otherwise. */
  readonly secret?: 'optional'
  /** Where key and secret are read: the headers, unless this says that the body's `api_key` and `api_secret` hold them. */
  readonly pairIn?: 'headers' | 'body'
  /**
   * A second place for the key, asked only of callers who prove a key. `must-equal`: required, and equal to the other credentials;
   * `equal-if-sent`: the same, but optional and not documented; `wins`: it replaces them.
   */
  readonly also?: {
    readonly in: 'query' | 'body'
    readonly name: string
    readonly rule: 'must-equal' | 'equal-if-sent' | 'wins'
  }
  /** Codes that differ from the host's own. */
  readonly codes?: Readonly<Partial<Record<'revoked' | 'invalid', ErrorSpec & { readonly code: string }>>>
}

/** Whatever the host accepts: headers `X-API-Key` and `X-API-Secret`, or a bearer token, unless it is configured otherwise (spec: Authentication 1). */
export const keys: AuthPolicy = { accepts: 'any' }
/** The same, plus the query parameter `api_key` of callers who prove a key (spec: Authentication 3). */
export const legacyKeys: AuthPolicy = {
  accepts: 'any',
  also: { in: 'query', name: 'api_key', rule: 'must-equal' },
}
/** Key and secret in the JSON body: the token endpoint (spec: Authentication 2). */
export const bodyKeys: AuthPolicy = { accepts: ['key'], pairIn: 'body' }
