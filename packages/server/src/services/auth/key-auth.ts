import type { Auth, Caller, Clock, Credentials, Identification, Ids, KeyOwner, Keys } from '@parakh/core'
import { type AccessTokens, accessTokens } from './access-token.ts'
import { type KeyCache, keyCache } from './key-cache.ts'
import { publicKeySet, type SigningKey } from './signing-keys.ts'

/** What the default auth is made from. */
export interface KeyAuthOptions {
  readonly keys: Keys
  readonly clock: Clock
  readonly ids: Ids
  readonly signing: readonly SigningKey[]
  /** The issuer and audience of tokens. */
  readonly issuer: string
}

/** Short: a secret whose overlap ended, and an account that may call again, are seen within it. Admit sees each key as it is. */
const CACHE_LIFE_MS = 5_000
const CACHE_MOST = 10_000
const WRONG_KEY: Identification = { refused: 'INVALID_API_KEY' }
const WRONG_TOKEN: Identification = { refused: 'INVALID_TOKEN' }

const callerOf = ({ key, account }: KeyOwner, by: Caller['by']): Identification => ({
  caller: { key, account, environment: key.environment, by },
})

/** Why a key can no longer be used; null where it can. */
function ended({ key }: KeyOwner, clock: Clock): 'revoked' | 'expired' | null {
  if (key.status === 'revoked') return 'revoked'
  return key.expiresAt !== null && key.expiresAt <= clock.now() ? 'expired' : null
}

/**
 * Key and secret in headers, or a token that dies with its key (decisions.md section 1).
 *
 * @example
 * const auth = keyAuth({ keys, clock, ids, signing: signingKeys(secrets.jwtKeys), issuer: 'https://api.acme.example' })
 */
export function keyAuth({ keys, clock, ids, signing, issuer }: KeyAuthOptions): Auth {
  const cache = keyCache(keys, { clock, lifeMs: CACHE_LIFE_MS, most: CACHE_MOST })
  const tokens = accessTokens({ keys: signing, issuer, clock, ids })
  const jwks = publicKeySet(signing)
  const parts = { cache, tokens, clock }
  return {
    identify(credentials, accepts, fresh = false) {
      const { bearer, apiKey, apiSecret } = credentials
      if (bearer !== undefined && accepts.includes('bearer')) return byToken(parts, bearer, { credentials, fresh })
      if (apiKey === undefined) return WRONG_KEY
      const bySecret = apiSecret !== undefined && accepts.includes('pair')
      return bySecret || accepts.includes('key') ? byKey(parts, apiKey, { credentials, fresh }) : WRONG_KEY
    },
    issue: (caller) => tokens.sign(caller),
    jwks: () => Promise.resolve(jwks),
  }
}

interface Parts {
  readonly cache: KeyCache
  readonly tokens: AccessTokens
  readonly clock: Clock
}
interface Proof {
  readonly credentials: Credentials
  /** Past the cache. */
  readonly fresh: boolean
}

const isPromise = <T>(value: T | Promise<T>): value is Promise<T> =>
  typeof value === 'object' && value !== null && 'then' in value

/**
 * By the key, and by its secret where one was sent: a wrong secret is never overlooked. Without waiting where both are known: that is
 * every call but the first of a key.
 */
function byKey(parts: Parts, apiKey: string, proof: Proof): Identification | Promise<Identification> {
  const found = parts.cache.find(apiKey, proof.fresh)
  return isPromise(found) ? found.then((owner) => byOwner(parts, owner, proof)) : byOwner(parts, found, proof)
}

function byOwner(
  { cache, clock }: Parts,
  owner: KeyOwner | null,
  { credentials: { apiSecret } }: Proof,
): Identification | Promise<Identification> {
  if (!owner) return WRONG_KEY
  const proven = (matches: boolean): Identification => {
    if (!matches) return WRONG_KEY
    const why = ended(owner, clock)
    if (why !== null) return { ...WRONG_KEY, revoked: why === 'revoked' }
    return callerOf(owner, apiSecret === undefined ? 'key' : 'pair')
  }
  const matches = apiSecret === undefined || cache.matches(owner, apiSecret)
  return isPromise(matches) ? matches.then(proven) : proven(matches)
}

async function byToken(
  { cache, tokens, clock }: Parts,
  bearer: string,
  { credentials, fresh }: Proof,
): Promise<Identification> {
  const claims = await tokens.verify(bearer)
  if (!claims) return WRONG_TOKEN
  const owner = await cache.find(claims.pub, fresh)
  if (!owner || owner.key.id !== claims.key_id || owner.account.id !== claims.sub) return WRONG_TOKEN
  if (owner.key.environment !== claims.env) return WRONG_TOKEN
  const why = ended(owner, clock)
  if (why !== null) return { ...WRONG_TOKEN, revoked: why === 'revoked' }
  // Rotated since: the token was issued for the secret before.
  if (owner.key.version !== claims.key_ver) return WRONG_TOKEN
  if (credentials.apiKey !== undefined && credentials.apiKey !== owner.key.publicId) return WRONG_KEY
  if (credentials.apiSecret !== undefined && !(await cache.matches(owner, credentials.apiSecret))) return WRONG_KEY
  return callerOf(owner, 'bearer')
}
