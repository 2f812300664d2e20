import { createHmac, timingSafeEqual } from 'node:crypto'
import type { AccessTokens, Clock } from '@parakh/core'
import * as z from 'zod'

const TOKEN_LIFETIME_MS = 3_600_000
const Claims = z.object({
  keyId: z.string(),
  publicId: z.string(),
  accountId: z.string(),
  environment: z.enum(['sandbox', 'production']),
  secretVersion: z.int(),
  expiry: z.number(),
})

/** What `testTokens` is made from. */
export interface TestTokensOptions {
  readonly clock: Clock
  /** Signs the tokens. */
  readonly tokenKey?: string
}

/**
 * Access tokens for tests: JSON in base64url, a point, and its HMAC.
 *
 * @example
 * service(AccessTokens, {}, () => testTokens({ clock }))
 */
export function testTokens({ clock, tokenKey = 'a token key for tests' }: TestTokensOptions): AccessTokens {
  const sign = (text: string): string => createHmac('sha256', tokenKey).update(text).digest('base64url')
  return {
    issue: async ({ key, secretVersion = key.secretVersion }) => {
      const expiresAt = new Date(clock.now().getTime() + TOKEN_LIFETIME_MS)
      const { id: keyId, publicId, accountId, environment } = key
      const claims = { keyId, publicId, accountId, environment, secretVersion, expiry: expiresAt.getTime() }
      const text = Buffer.from(JSON.stringify(claims)).toString('base64url')
      return { token: `${text}.${sign(text)}`, expiresAt }
    },
    verify: async (token) => {
      const [text = '', signature = ''] = token.split('.')
      const [mine, theirs] = [Buffer.from(sign(text)), Buffer.from(signature)]
      if (mine.length !== theirs.length || !timingSafeEqual(mine, theirs)) return null
      const claims = Claims.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
      return claims.expiry > clock.now().getTime() ? claims : null
    },
    jwks: async () => ({ keys: [] }),
  }
}
