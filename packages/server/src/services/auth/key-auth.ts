import {
  type Auth,
  type Caller,
  type Clock,
  type Credentials,
  type Identification,
  type Ids,
  isSecretAlive,
  type KeyOwner,
  type Keys,
} from '@parakh/core'
import { type AccessTokens, accessTokens } from './access-token.ts'
import { KeyCache, type KnownKey } from './key-cache.ts'
import { publicKeySet, type SigningKey } from './signing-keys.ts'

/** The options of the default auth. */
export interface KeyAuthOptions {
  readonly keys: Keys
  readonly clock: Clock
  readonly ids: Ids
  readonly signing: readonly SigningKey[]
  /** The issuer and audience of tokens. */
  readonly issuer: string
}

/** Short, so that a resumed account can call again soon. Admit reads the current key in any case. */
const CACHE_LIFE_MS = 5_000
const CACHE_MOST = 10_000
const WRONG_KEY: Identification = { refused: 'INVALID_API_KEY' }
const WRONG_TOKEN: Identification = { refused: 'INVALID_TOKEN' }

const callerOf = ({ key, account }: KeyOwner, by: Caller['by'], secretVersion?: number): Identification => {
  const caller = { key, account, environment: key.environment, by }
  return { caller: secretVersion === undefined ? caller : { ...caller, secretVersion } }
}

/** Why a key cannot be used; null: it can. */
function ended({ key }: KeyOwner, clock: Clock): 'revoked' | 'expired' | null {
  if (key.status === 'revoked') return 'revoked'
  return key.expiresAt !== null && key.expiresAt <= clock.now() ? 'expired' : null
}

/**
 * Authenticates by key and secret, or by a token, which is valid as long as its secret and key (decisions.md section 13).
 *
 * @example
 * const auth = keyAuth({ keys, clock, ids, signing: signingKeys(secrets.jwtKeys), issuer: 'https://api.acme.example' })
 */
export function keyAuth({ keys, clock, ids, signing, issuer }: KeyAuthOptions): Auth {
  const cache = new KeyCache(keys, { clock, lifeMs: CACHE_LIFE_MS, most: CACHE_MOST })
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
  /** Bypasses the cache. */
  readonly fresh: boolean
}

const isPromise = <T>(value: T | Promise<T>): value is Promise<T> =>
  typeof value === 'object' && value !== null && 'then' in value

/**
 * Authenticates by key, and by secret if one was sent: a wrong secret is always refused. Synchronous if both are cached, as in every
 * call but the first of a key.
 */
function byKey(parts: Parts, apiKey: string, proof: Proof): Identification | Promise<Identification> {
  const found = parts.cache.find(apiKey, proof.fresh)
  const { apiSecret } = proof.credentials
  return isPromise(found) ? found.then((owner) => byOwner(parts, owner, apiSecret)) : byOwner(parts, found, apiSecret)
}

function byOwner(
  { cache, clock }: Parts,
  owner: KnownKey | null,
  apiSecret: string | undefined,
): Identification | Promise<Identification> {
  if (!owner) return WRONG_KEY
  const proven = (version: number | null | undefined): Identification => {
    if (version === null) return WRONG_KEY
    const why = ended(owner, clock)
    if (why !== null) return { ...WRONG_KEY, revoked: why === 'revoked' }
    return version === undefined ? callerOf(owner, 'key') : callerOf(owner, 'pair', version)
  }
  const version = apiSecret === undefined ? undefined : cache.secretVersion(owner, apiSecret)
  return isPromise(version) ? version.then(proven) : proven(version)
}

async function byToken(
  { cache, tokens, clock }: Parts,
  bearer: string,
  { credentials, fresh }: Proof,
): Promise<Identification> {
  const claims = await tokens.verify(bearer)
  if (!claims) return WRONG_TOKEN
  const known = await cache.find(claims.pub, fresh)
  // A valid token of a newer secret: the cache is older than the rotation.
  const isNewer = known !== null && claims.key_ver > known.key.secretVersion
  const owner = isNewer ? await cache.find(claims.pub, true) : known
  if (!owner || owner.key.id !== claims.key_id || owner.account.id !== claims.sub) return WRONG_TOKEN
  if (owner.key.environment !== claims.env) return WRONG_TOKEN
  const why = ended(owner, clock)
  if (why !== null) return { ...WRONG_TOKEN, revoked: why === 'revoked' }
  if (!isSecretAlive(owner.key, claims.key_ver, clock.now())) return WRONG_TOKEN
  if (credentials.apiKey !== undefined && credentials.apiKey !== owner.key.publicId) return WRONG_KEY
  const { apiSecret } = credentials
  const secretVersion = apiSecret === undefined ? claims.key_ver : await cache.secretVersion(owner, apiSecret)
  return secretVersion === null ? WRONG_KEY : callerOf(owner, 'bearer', secretVersion)
}
