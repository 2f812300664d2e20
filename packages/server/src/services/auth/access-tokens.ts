import type { AccessTokens, Clock, Ids, TokenClaims } from '@parakh/core'
import type { JWTHeaderParameters } from 'jose'
import * as z from 'zod'
import { publicKeySet, type SigningKey } from './signing-keys.ts'

/** The lifetime of a token (spec: Authentication 2). */
export const TOKEN_SECONDS = 3600
const TYPE = 'at+jwt'

// Without personal data. Claims of decisions.md section 1; `key_ver` is the version of the secret that requested it (section 13); `pub` is the public id, by
// which the key is found.
const Claims = z.object({
  sub: z.string(),
  key_id: z.string(),
  key_ver: z.int(),
  pub: z.string(),
  env: z.enum(['sandbox', 'production']),
  jti: z.string(),
})
const claimsOf = (payload: z.output<typeof Claims>): TokenClaims => ({
  keyId: payload.key_id,
  publicId: payload.pub,
  accountId: payload.sub,
  environment: payload.env,
  secretVersion: payload.key_ver,
})

/** The signing options. */
export interface TokenOptions {
  /** At least one: the first signs, all verify. */
  readonly keys: readonly SigningKey[]
  /** `iss` and `aud`. */
  readonly issuer: string
  readonly clock: Clock
  readonly ids: Ids
}
/**
 * Signs and verifies access tokens: EdDSA, a key id, an hour.
 */
export function accessTokens({ keys, issuer, clock, ids }: TokenOptions): AccessTokens {
  const byKid = new Map(keys.map((key) => [key.kid, key]))
  const [first] = keys
  const jwks = publicKeySet(keys)
  // Loaded with the first token and kept, because an import() per call is slower.
  let [sign, verify]: [
    Promise<typeof import('jose/jwt/sign')> | null,
    Promise<typeof import('jose/jwt/verify')> | null,
  ] = [null, null]
  const signing = () => (sign ??= import('jose/jwt/sign'))
  const verifying = () => (verify ??= import('jose/jwt/verify'))
  const keyOf = ({ kid }: JWTHeaderParameters) => {
    const key = kid === undefined ? undefined : byKid.get(kid)
    if (!key) throw new Error('unknown kid')
    return key.publicKey
  }
  return {
    async issue({ account, key, environment, secretVersion = key.secretVersion }) {
      if (!first) throw new Error('No signing key')
      const issued = Math.floor(clock.now().getTime() / 1000)
      const { SignJWT } = await signing()
      const token = await new SignJWT({
        key_id: key.id,
        key_ver: secretVersion,
        pub: key.publicId,
        env: environment,
        scp: key.endpoints === null ? '*' : key.endpoints.join(' '),
      })
        .setProtectedHeader({ alg: 'EdDSA', typ: TYPE, kid: first.kid })
        .setIssuer(issuer)
        .setAudience(issuer)
        .setSubject(account.id)
        .setIssuedAt(issued)
        .setExpirationTime(issued + TOKEN_SECONDS)
        .setJti(ids.next())
        .sign(first.privateKey)
      return { token, expiresAt: new Date((issued + TOKEN_SECONDS) * 1000) }
    },
    async verify(token) {
      try {
        const { jwtVerify } = await verifying()
        const { payload } = await jwtVerify(token, keyOf, {
          algorithms: ['EdDSA'],
          issuer,
          audience: issuer,
          typ: TYPE,
          currentDate: clock.now(),
          requiredClaims: ['iss', 'aud', 'sub', 'iat', 'exp', 'jti'],
          maxTokenAge: TOKEN_SECONDS,
        })
        const claims = Claims.safeParse(payload).data
        return claims ? claimsOf(claims) : null
      } catch {
        // The caller learns only that the token is invalid, not why.
        return null
      }
    },
    jwks: () => Promise.resolve(jwks),
  }
}
