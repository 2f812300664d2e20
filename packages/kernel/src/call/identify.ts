import type { AuthPolicy, Caller, Credentials } from '@parakh/core'
import { CallRefusal, declaredFault, hostFault, refuse } from '../call-data/call-fault.ts'
import type { Arrival } from '../call-data/quoted-call.ts'
import type { CallParts } from '../runtime/call-parts.ts'

const SECRET = /sk_(test|live)_[0-9A-Za-z]+/

/** Whether names or values contain an API secret. */
function secretIn(fields: Readonly<Record<string, unknown>>): string | undefined {
  for (const name in fields) {
    const value = String(fields[name])
    if (!name.includes('sk_') && !value.includes('sk_')) continue
    const found = SECRET.exec(name) ?? SECRET.exec(value)
    if (found) return found[0]
  }
  return undefined
}

/** The API secret in the URL. */
const secretInUrl = ({ incoming }: Arrival): string | undefined => secretIn(incoming.query) ?? secretIn(incoming.params)

/** Refuses a secret in the URL, and flags its key as exposed, because URLs are logged in many places (decisions.md section 1). */
async function refuseSecret(parts: CallParts, secret: string): Promise<never> {
  await parts.keys.flagExposed(secret)
  parts.logger.warn('request.credential_exposed', { count: 1 })
  throw refuse('SECRET_IN_URL')
}

/** The first stage: identifies the caller by the credentials, else 401. */
export async function identify(parts: CallParts, arrival: Arrival): Promise<Caller> {
  const secret = secretInUrl(arrival)
  if (secret !== undefined) await refuseSecret(parts, secret)
  const wait = arrival.vouchedKeyId === null ? parts.addressLimits.call(arrival.incoming.ip) : null
  if (wait) throw refuse('RATE_LIMIT_EXCEEDED', wait)
  return await findCaller(parts, arrival, { fresh: false })
}

/** Identifies without the cache, because the key or its account changed during this call. An ended key is refused. */
export const identifyAgain = (parts: CallParts, arrival: Arrival): Promise<Caller> =>
  findCaller(parts, arrival, { fresh: true })

async function findCaller(parts: CallParts, arrival: Arrival, { fresh }: { fresh: boolean }): Promise<Caller> {
  if (arrival.vouchedKeyId !== null) return vouched(parts, arrival.vouchedKeyId)
  const policy = effectivePolicy(parts, arrival.incoming.hosted.auth)
  const credentials = gather(parts, arrival, policy)
  const { addressLimits } = parts
  const { ip } = arrival.incoming
  const wait = addressLimits.waitOf(ip, credentials)
  if (wait) throw refuse('RATE_LIMIT_EXCEEDED', wait)
  const asked = parts.auth.identify(credentials, policy.accepts, fresh)
  const found = 'then' in asked ? await asked : asked
  if ('caller' in found) {
    addressLimits.proved(ip, credentials)
    return found.caller
  }
  addressLimits.failed(ip, credentials)
  const own = policy.codes?.[found.revoked ? 'revoked' : 'invalid']
  throw new CallRefusal(
    own ? declaredFault(own.code, { outcome: 'refused', ...own }, undefined) : hostFault(found.refused),
  )
}

function effectivePolicy(parts: CallParts, policy: AuthPolicy): AuthPolicy {
  const { requireSecret, legacyQueryKey } = parts.settings
  const queryKeyAlone =
    legacyQueryKey === 'sufficient' && policy.also?.in === 'query' && policy.also.rule === 'must-equal'
  const keyAlone = (!requireSecret && policy.accepts.includes('pair')) || queryKeyAlone
  return keyAlone ? { ...policy, accepts: [...policy.accepts, 'key'] } : policy
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/** Key and secret of the token endpoint. A malformed body is reported as such, not as a wrong credential. */
function pairOfBody({ malformed, body }: Arrival['incoming']): Credentials {
  if (malformed) throw refuse(malformed.code, malformed.message === undefined ? {} : { message: malformed.message })
  const fields = (body ?? {}) as Readonly<Record<string, unknown>>
  const [apiKey, apiSecret] = [text(fields['api_key']), text(fields['api_secret'])]
  return { ...(apiKey === undefined ? {} : { apiKey }), ...(apiSecret === undefined ? {} : { apiSecret }) }
}

/** The credentials, from the places of the policy. Keys in two places must be equal. */
function gather(parts: CallParts, { incoming }: Arrival, policy: AuthPolicy): Credentials {
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

async function vouched(parts: CallParts, keyId: string): Promise<Caller> {
  const owner = await parts.keys.get(keyId)
  if (owner?.key.status !== 'active') throw refuse('INVALID_API_KEY')
  return { ...owner, environment: owner.key.environment, by: 'host' }
}

/** With a token, the query key must be the token's key too. */
export function checkQueryKeyOfToken({ incoming }: Arrival, caller: Caller): void {
  const { also } = incoming.hosted.auth
  if (caller.by !== 'bearer' || also?.in !== 'query' || also.rule === 'wins') return
  const queryKey = incoming.query[also.name]
  if (queryKey !== undefined && queryKey !== caller.key.publicId)
    throw refuse('INVALID_API_KEY', { message: 'The query parameter api_key differs from the key of the token' })
}
