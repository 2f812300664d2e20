import type { AuthPolicy, Caller, Credentials } from '@parakh/core'
import { refuse } from '../call-data/call-fault.ts'
import type { Arrival } from '../call-data/quoted-call.ts'
import type { CallParts } from '../runtime/call-parts.ts'

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/** Key and secret of the token endpoint. A malformed body is reported as such, not as a wrong credential. */
function pairOfBody({ malformed, body }: Arrival['incoming']): Credentials {
  if (malformed) throw refuse(malformed.code, malformed.message === undefined ? {} : { message: malformed.message })
  const fields = (body ?? {}) as Readonly<Record<string, unknown>>
  const [apiKey, apiSecret] = [text(fields['api_key']), text(fields['api_secret'])]
  return { ...(apiKey === undefined ? {} : { apiKey }), ...(apiSecret === undefined ? {} : { apiSecret }) }
}

/** The credentials of a caller who proves a key, from the places of the policy. Keys in two places must be equal. */
export function keyCredentials(parts: CallParts, { incoming }: Arrival, policy: AuthPolicy): Credentials {
  if (policy.pairIn === 'body') return pairOfBody(incoming)
  const body = (incoming.body ?? {}) as Readonly<Record<string, unknown>>
  const { also } = policy
  if (!also) return incoming.credentials
  const place = also.in === 'query' ? incoming.query : body
  const second = place[also.name]
  if (also.rule === 'wins') {
    // Takes precedence as it is: an empty or null key is invalid, also with a valid one in the header.
    const given = Object.hasOwn(place, also.name)
    return given ? { ...incoming.credentials, apiKey: text(second) ?? '' } : incoming.credentials
  }
  const legacyQueryKey = also.rule === 'must-equal' ? parts.settings.legacyQueryKey : 'optional'
  return withQueryKey(legacyQueryKey, incoming.credentials, second === undefined ? undefined : String(second))
}

function withQueryKey(
  legacyQueryKey: CallParts['settings']['legacyQueryKey'],
  credentials: Credentials,
  queryKey: string | undefined,
): Credentials {
  if (queryKey === undefined) {
    if (legacyQueryKey === 'required')
      throw refuse('INVALID_API_KEY', {
        message: 'This endpoint also needs your API key in the query parameter api_key',
      })
    return credentials
  }
  const stated = credentials.apiKey
  if (stated !== undefined && stated !== queryKey)
    throw refuse('INVALID_API_KEY', { message: 'The query parameter api_key differs from the key of the headers' })
  if (credentials.bearer !== undefined) return credentials
  if (stated === undefined && legacyQueryKey !== 'sufficient') return credentials
  return { ...credentials, apiKey: queryKey }
}

/** The query key must be the caller's own, also where a token or something else proved it. An external subject has none. */
export function checkQueryKey({ incoming }: Arrival, { key }: Caller): void {
  const { also } = incoming.hosted.auth
  if (also?.in !== 'query' || also.rule === 'wins' || key.external) return
  const queryKey = incoming.query[also.name]
  if (queryKey !== undefined && queryKey !== key.publicId)
    throw refuse('INVALID_API_KEY', { message: 'The query parameter api_key differs from the key of the token' })
}
