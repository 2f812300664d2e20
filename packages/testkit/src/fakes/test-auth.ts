import { createHmac, timingSafeEqual } from 'node:crypto'
import {
  type Auth,
  type Caller,
  type Clock,
  type Credentials,
  type Identification,
  isSecretAlive,
  type KeyOwner,
  type Keys,
} from '@parakh/core'

const TOKEN_LIFETIME_MS = 3_600_000

/** What `testAuth` is made from. */
export interface TestAuthOptions {
  readonly keys: Keys
  readonly clock: Clock
  /** Signs the tokens. */
  readonly tokenKey?: string
  /** False: the key alone is enough where a pair is accepted. True unless given. */
  readonly requireSecret?: boolean
}

const refusedPair: Identification = { refused: 'INVALID_API_KEY' }
const refusedToken: Identification = { refused: 'INVALID_TOKEN' }

/**
 * Auth for tests: pairs are checked against the store; a token is `<key id>.<version of the secret>.<expiry>.<HMAC>`.
 *
 * @example
 * const auth = testAuth({ keys: store.keys, clock })
 */
export function testAuth(options: TestAuthOptions): Auth {
  const { keys, clock, tokenKey = 'a token key for tests', requireSecret = true } = options
  const sign = (text: string): string => createHmac('sha256', tokenKey).update(text).digest('base64url')

  const accept = (owner: KeyOwner | null, by: Caller['by'], refusal: Identification): Identification => {
    if (!owner) return refusal
    const { key, account } = owner
    if (key.status === 'revoked') return { ...refusal, revoked: true } as Identification
    if (key.expiresAt && key.expiresAt.getTime() <= clock.now().getTime()) return refusal
    return { caller: { account, key, environment: key.environment, by } }
  }
  const byPair = async (credentials: Credentials, secretNeeded: boolean): Promise<Identification> => {
    const owner = credentials.apiKey === undefined ? null : await keys.findByPublicId(credentials.apiKey)
    if (!owner) return refusedPair
    if (credentials.apiSecret === undefined) return secretNeeded ? refusedPair : accept(owner, 'key', refusedPair)
    const secretVersion = await keys.secretVersion(owner.key, credentials.apiSecret)
    if (secretVersion === null) return refusedPair
    const found = accept(owner, 'pair', refusedPair)
    return 'caller' in found ? { caller: { ...found.caller, secretVersion } } : found
  }
  const byToken = async (token: string): Promise<Identification> => {
    const [keyId = '', version = '', expiry = '', signature = ''] = token.split('.')
    const [mine, theirs] = [Buffer.from(sign(`${keyId}.${version}.${expiry}`)), Buffer.from(signature)]
    if (mine.length !== theirs.length || !timingSafeEqual(mine, theirs)) return refusedToken
    if (Number(expiry) <= clock.now().getTime()) return refusedToken
    const owner = await keys.get(keyId)
    if (!owner || !isSecretAlive(owner.key, Number(version), clock.now())) return refusedToken
    return accept(owner, 'bearer', refusedToken)
  }

  return {
    identify: async (credentials, accepts) => {
      if (credentials.bearer !== undefined && accepts.includes('bearer')) return byToken(credentials.bearer)
      if (accepts.includes('pair')) return byPair(credentials, requireSecret && !accepts.includes('key'))
      return accepts.includes('key') ? byPair(credentials, false) : refusedPair
    },
    issue: async ({ key, secretVersion = key.secretVersion }) => {
      const expiresAt = new Date(clock.now().getTime() + TOKEN_LIFETIME_MS)
      const text = `${key.id}.${secretVersion}.${expiresAt.getTime()}`
      return { token: `${text}.${sign(text)}`, expiresAt }
    },
    jwks: async () => ({ keys: [] }),
  }
}
