import {
  type AuthRefused,
  type AuthRequest,
  AuthSchemes,
  type KeyProof,
  type KnownKey,
  KnownKeys,
  type SecurityScheme,
} from '@parakh/core'
import * as z from 'zod'

const WRONG: AuthRefused = { kind: 'refused' }
const KEY: SecurityScheme = { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'The API key, pk_…' }
const SECRET: SecurityScheme = {
  type: 'apiKey',
  in: 'header',
  name: 'X-API-Secret',
  description: 'Its secret, sk_…: from a backend only',
}

/** A flag; text from an environment variable too. */
const Flag = z.preprocess((value) => (value === 'true' ? true : value === 'false' ? false : value), z.boolean())

/**
 * The scheme `key`: key and secret of this server (spec: Authentication 1 to 3). A wrong secret is refused also where none is required.
 *
 * @param queryKeyAlone Whether the query key of a legacy endpoint is enough (`legacy.queryKey: sufficient`).
 */
export const keyScheme = (queryKeyAlone: boolean) =>
  AuthSchemes.driver({
    id: 'key',
    options: z.object({
      requireSecret: Flag.default(true).describe('False: X-API-Key alone is enough'),
    }),
    needs: { keys: KnownKeys },
    make: ({ options: { requireSecret }, keys }) => ({
      proves: 'key',
      reads: [],
      refusal: 'INVALID_API_KEY',
      describes({ pairIn, secret }) {
        // In the body they are fields of the request.
        if (pairIn === 'body') return {}
        return secret === 'optional' ? { ApiKey: KEY } : { ApiKey: KEY, ApiSecret: SECRET }
      },
      // A token beside the key is decided by the scheme of the token.
      claims: ({ credentials: { apiKey, bearer } }) => apiKey !== undefined && bearer === undefined,
      identify(request) {
        const { apiKey, apiSecret } = request.credentials
        if (apiKey === undefined) return WRONG
        if (apiSecret === undefined && requireSecret && needsSecret(request, queryKeyAlone)) return WRONG
        const found = keys.find(apiKey, false)
        return isPromise(found) ? found.then((key) => proofOf(keys, key, apiSecret)) : proofOf(keys, found, apiSecret)
      },
    }),
  })

function needsSecret({ policy: { secret, also } }: AuthRequest, queryKeyAlone: boolean): boolean {
  if (secret === 'optional') return false
  return !(queryKeyAlone && also?.in === 'query' && also.rule === 'must-equal')
}

const isPromise = <T>(value: T | Promise<T>): value is Promise<T> =>
  typeof value === 'object' && value !== null && 'then' in value

/** A value if key and secret are cached, as in every call but the first of a key. */
function proofOf(
  keys: KnownKeys,
  key: KnownKey | null,
  apiSecret: string | undefined,
): KeyProof | AuthRefused | Promise<KeyProof | AuthRefused> {
  if (!key) return WRONG
  if (apiSecret === undefined) return { kind: 'key', key, secretVersion: undefined }
  const version = keys.secretVersion(key, apiSecret)
  return isPromise(version) ? version.then((found) => provenBy(key, found)) : provenBy(key, version)
}

const provenBy = (key: KnownKey, secretVersion: number | null): KeyProof | AuthRefused =>
  secretVersion === null ? WRONG : { kind: 'key', key, secretVersion }
