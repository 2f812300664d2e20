import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Auth, Caller, Clock, Credentials, Identification, KeyOwner, Keys } from '@parakh/core'

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
 * Auth for tests: pairs are checked against the store; a token is `<key id>.<version>.<expiry>.<HMAC>`.
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
    return (await keys.matches(owner.key, credentials.apiSecret)) ? accept(owner, 'pair', refusedPair) : refusedPair
  }
  const byToken = async (token: string): Promise<Identification> => {
    const [keyId = '', version = '', expiry = '', signature = ''] = token.split('.')
    const [mine, theirs] = [Buffer.from(sign(`${keyId}.${version}.${expiry}`)), Buffer.from(signature)]
    if (mine.length !== theirs.length || !timingSafeEqual(mine, theirs)) return refusedToken
    if (Number(expiry) <= clock.now().getTime()) return refusedToken
    return accept(await keys.get(keyId), 'bearer', refusedToken)
  }

  return {
    identify: async (credentials, accepts) => {
      if (credentials.bearer !== undefined && accepts.includes('bearer')) return byToken(credentials.bearer)
      if (accepts.includes('pair')) return byPair(credentials, requireSecret && !accepts.includes('key'))
      return accepts.includes('key') ? byPair(credentials, false) : refusedPair
    },
    issue: async ({ key }) => {
      const expiresAt = new Date(clock.now().getTime() + TOKEN_LIFETIME_MS)
      const text = `${key.id}.${key.version}.${expiresAt.getTime()}`
      return { token: `${text}.${sign(text)}`, expiresAt }
    },
    jwks: async () => ({ keys: [] }),
  }
}
