import {
  AccessTokens,
  type AuthRefused,
  type AuthRequest,
  AuthSchemes,
  Clock,
  isSecretAlive,
  type KeyProof,
  KnownKeys,
} from '@parakh/core'
import * as z from 'zod'

const WRONG_TOKEN: AuthRefused = { kind: 'refused' }
const WRONG_KEY: AuthRefused = { kind: 'refused', code: 'INVALID_API_KEY' }

interface Parts {
  readonly keys: KnownKeys
  readonly tokens: AccessTokens
  readonly clock: Clock
}

/** The scheme `bearer`: a token of the token endpoint, which is valid as long as its secret and key (decisions.md section 13). */
export const bearerScheme = AuthSchemes.driver({
  id: 'bearer',
  options: z.object({}),
  needs: { keys: KnownKeys, tokens: AccessTokens, clock: Clock },
  make: (parts) => ({
    proves: 'key',
    reads: [],
    refusal: 'INVALID_TOKEN',
    describes: () => ({
      Bearer: {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'JWT',
        description:
          'A token of POST /api/v1/auth/token: a JWT, verified as RFC8725 asks (EdDSA alone, its own type, issuer and audience)',
      },
    }),
    claims: ({ credentials: { bearer } }) => bearer !== undefined,
    identify: (request) => byToken(parts, request),
  }),
})

async function byToken(
  { keys, tokens, clock }: Parts,
  { credentials: { bearer, apiKey, apiSecret } }: AuthRequest,
): Promise<KeyProof | AuthRefused> {
  const claims = bearer === undefined ? null : await tokens.verify(bearer)
  if (!claims) return WRONG_TOKEN
  const known = await keys.find(claims.publicId, false)
  // A valid token of a newer secret: the cache is older than the rotation.
  const isNewer = known !== null && claims.secretVersion > known.key.secretVersion
  const key = isNewer ? await keys.find(claims.publicId, true) : known
  if (!key || key.key.id !== claims.keyId || key.account.id !== claims.accountId) return WRONG_TOKEN
  if (key.key.environment !== claims.environment) return WRONG_TOKEN
  // The host refuses an ended key, and says how it ended.
  if (key.key.status === 'revoked') return { kind: 'key', key }
  if (!isSecretAlive(key.key, claims.secretVersion, clock.now())) return WRONG_TOKEN
  if (apiKey !== undefined && apiKey !== key.key.publicId) return WRONG_KEY
  const secretVersion = apiSecret === undefined ? claims.secretVersion : await keys.secretVersion(key, apiSecret)
  return secretVersion === null ? WRONG_KEY : { kind: 'key', key, secretVersion }
}
