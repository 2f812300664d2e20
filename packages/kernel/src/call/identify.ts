import {
  type AuthRefusalCode,
  type Caller,
  type ExternalProof,
  type Identification,
  isParakhError,
  isSecretAlive,
  type KeyOwner,
} from '@parakh/core'
import type { SchemeInForce } from '../auth/scheme-in-force.ts'
import { CallAuthRequest } from '../call-data/call-auth-request.ts'
import { CallRefusal, declaredFault, hostFault, refuse } from '../call-data/call-fault.ts'
import type { Arrival } from '../call-data/quoted-call.ts'
import { endOfKey } from '../decide/key-end.ts'
import { kernelErrors } from '../error-codes.ts'
import type { Presented } from '../limits/address-limits.ts'
import type { CallParts } from '../runtime/call-parts.ts'
import { keyCredentials } from './key-credentials.ts'

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

/** The first stage: one of the endpoint's schemes proves who calls, else 401. */
export async function identify(parts: CallParts, arrival: Arrival): Promise<Caller> {
  const secret = secretInUrl(arrival)
  if (secret !== undefined) await refuseSecret(parts, secret)
  const wait = arrival.vouchedKeyId === null ? parts.addressLimits.call(arrival.incoming.ip) : null
  if (wait) throw refuse('RATE_LIMIT_EXCEEDED', wait)
  return await findCaller(parts, arrival)
}

async function findCaller(parts: CallParts, arrival: Arrival): Promise<Caller> {
  if (arrival.vouchedKeyId !== null) return vouched(parts, arrival.vouchedKeyId)
  const { incoming, runtime } = arrival
  const request = new CallAuthRequest(arrival, parts)
  const used = schemeFor(runtime.schemes, request)
  if (!used) throw refuse('INVALID_API_KEY')
  const presented: Presented =
    used.scheme.proves === 'key' ? keyCredentials(parts, arrival, incoming.hosted.auth) : used
  if (!('name' in presented)) request.credentials = presented
  const { addressLimits } = parts
  const wait = addressLimits.waitOf(incoming.ip, presented)
  if (wait) throw refuse('RATE_LIMIT_EXCEEDED', wait)
  const asked = used.scheme.identify(request)
  const made = callerOf(parts, used, 'then' in asked ? await asked : asked)
  const found = 'then' in made ? await made : made
  if ('key' in found) {
    addressLimits.proved(incoming.ip, presented)
    return found
  }
  addressLimits.failed(incoming.ip, presented)
  throw refusalOf(arrival, found)
}

/** The first scheme that claims the request. Where none does, `key` says what is missing, else the first. */
function schemeFor(schemes: readonly SchemeInForce[], request: CallAuthRequest): SchemeInForce | undefined {
  if (schemes.length > 1)
    for (const used of schemes) {
      request.asking = used
      if (used.scheme.claims(request)) return used
    }
  const used = schemes.find(({ driver }) => driver === 'key') ?? schemes[0]
  request.asking = used ?? null
  return used
}

/** Why nobody was identified. */
interface Refused {
  readonly code: AuthRefusalCode
  readonly revoked: boolean
}

function refusalOf({ incoming }: Arrival, { code, revoked }: Refused): CallRefusal {
  const own = incoming.hosted.auth.codes?.[revoked ? 'revoked' : 'invalid']
  return new CallRefusal(own ? declaredFault(own.code, { outcome: 'refused', ...own }, undefined) : hostFault(code))
}

/** The caller of a proof: here alone it becomes one, so no scheme makes up accounts or limits. */
function callerOf(
  parts: CallParts,
  { name, scheme }: SchemeInForce,
  found: Identification,
): Caller | Refused | Promise<Caller | Refused> {
  if (found.kind === 'refused') return { code: found.code ?? scheme.refusal, revoked: false }
  if (found.kind !== scheme.proves)
    throw kernelErrors.error('AUTH_PROOF_INVALID', { scheme: name, proved: found.kind, allowed: scheme.proves })
  if (found.kind === 'external') return externalCaller(parts, { name, scheme }, found)
  const { key: owner, secretVersion } = found
  const ended = endOf(parts, owner)
  if (ended) return { code: scheme.refusal, revoked: ended === 'revoked' }
  return { account: owner.account, key: owner.key, environment: owner.key.environment, by: name, secretVersion }
}

const endOf = ({ clock }: CallParts, { key }: KeyOwner) => endOfKey(key, clock.now().getTime())

/** Errors of a proof about an account that may not call so, with what the caller is told. */
const NOT_ENTITLED: Readonly<Record<string, string>> = {
  KYC_REQUIRED: 'This account may not call in production before its KYC is approved',
  PLAN_FEATURE_REQUIRED: 'The plan of this account has no production access',
}

/** Errors of a proof whose subject cannot be kept. */
const SUBJECT_REFUSED: readonly string[] = ['SUBJECT_INVALID', 'IDENTITY_NUMBER_NOT_ALLOWED']
const ALLOWED_SUBJECT =
  'a subject of 1 to 128 printable ASCII characters that are no Aadhaar number and no PAN, and a version that is a whole number from 0'

async function externalCaller(
  parts: CallParts,
  { name, scheme }: Pick<SchemeInForce, 'name' | 'scheme'>,
  { accountId, subject, environment, version }: ExternalProof,
): Promise<Caller | Refused> {
  const owner = await ownerOf(parts, { accountId, environment, scheme: name, subject, version })
  const { key, account } = owner ?? {}
  if (!owner || !key || !account) return { code: scheme.refusal, revoked: false }
  const isRaised = (key.external?.version ?? 0) > version
  const ended = isRaised ? 'revoked' : endOf(parts, owner)
  if (ended) return { code: scheme.refusal, revoked: ended === 'revoked' }
  return { account, key, environment, by: name, secretVersion: undefined }
}

async function ownerOf(
  { externalKeys, logger }: CallParts,
  identity: Parameters<CallParts['externalKeys']['of']>[0],
): Promise<KeyOwner | null> {
  try {
    return await externalKeys.of(identity)
  } catch (error) {
    if (!isParakhError(error)) throw error
    const message = NOT_ENTITLED[error.code]
    if (message !== undefined) throw refuse('API_NOT_PERMITTED', { message })
    if (SUBJECT_REFUSED.includes(error.code)) {
      const { scheme } = identity
      logger.error('auth.subject_refused', { scheme, code: error.code, allowed: ALLOWED_SUBJECT })
      return null
    }
    if (error.code !== 'ACCOUNT_NOT_FOUND' && error.code !== 'ACCOUNT_CLOSED') throw error
    logger.warn('auth.no_account', { scheme: identity.scheme, account: identity.accountId, code: error.code })
    return null
  }
}

/**
 * The caller after its key or its account changed during the call: read without a cache, and refused if the key or the secret that proved
 * it has ended. The scheme is not asked again: a nonce is used by now.
 */
export async function identifyAgain(parts: CallParts, arrival: Arrival, caller: Caller): Promise<Caller> {
  if (arrival.vouchedKeyId !== null) return vouched(parts, arrival.vouchedKeyId)
  const owner = await readAgain(parts, caller)
  const ended = owner ? (endOf(parts, owner) ?? proofEnd(parts, caller, owner)) : 'revoked'
  if (owner && !ended) return { ...caller, account: owner.account, key: owner.key }
  const code = parts.schemes.find(({ name }) => name === caller.by)?.scheme.refusal ?? 'INVALID_API_KEY'
  throw refusalOf(arrival, { code, revoked: ended === 'revoked' })
}

function readAgain({ externalKeys, keys, knownKeys }: CallParts, { key }: Caller) {
  if (!key.external) return knownKeys.find(key.publicId, true)
  externalKeys.forget({ accountId: key.accountId, environment: key.environment, ...key.external })
  return keys.get(key.id)
}

/** Whether the secret that proved a caller was replaced, or a higher version of the subject was proven. */
function proofEnd({ clock }: CallParts, { key, secretVersion }: Caller, now: KeyOwner): 'revoked' | 'expired' | null {
  if (key.external && now.key.external?.version !== key.external.version) return 'revoked'
  if (secretVersion === undefined) return null
  return isSecretAlive(now.key, secretVersion, clock.now()) ? null : 'expired'
}

async function vouched(parts: CallParts, keyId: string): Promise<Caller> {
  const owner = await parts.keys.get(keyId)
  if (owner?.key.status !== 'active') throw refuse('INVALID_API_KEY')
  return { ...owner, environment: owner.key.environment, by: null }
}
