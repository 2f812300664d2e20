import type { AdmitOperation, Caller, CallLimits, Environment } from '@parakh/core'
import type { Arrival, ParsedRequest, QuotedCall } from '../call-data/quoted-call.ts'
import { claimOf } from '../request/request-id.ts'
import { uniqueKeyOf } from '../request/unique-key.ts'
import type { CallParts } from '../runtime/call-parts.ts'

/** The sum of the versions of key and account. Both only rise, so the sum shows a change of either. */
const callerVersion = ({ key, account }: Caller): number => key.version + account.version

/** The limits of a key in an environment. */
export function callLimits({ settings }: CallParts, environment: Environment): CallLimits {
  const { limits } = settings
  const { perEndpoint, inFlight, account } = limits
  return { endpoint: perEndpoint, total: limits[environment], inFlight, ...(account === undefined ? {} : { account }) }
}

/** The admit operation of a call. @param settle Single-phase calls: settles the call in the same transaction. */
export function admitOperation(
  parts: CallParts,
  { arrival, caller, parsed, quote, consents }: QuotedCall,
  settle: AdmitOperation['settle'],
): AdmitOperation {
  const { endpoint } = arrival.runtime
  const { leaseMs } = parts.settings
  const [fingerprint = '', ...olderFingerprints] =
    endpoint.replay === false ? [] : fingerprintsOf(parts, arrival, parsed)
  return {
    kind: 'admit',
    reference: arrival.reference,
    accountId: caller.account.id,
    environment: caller.environment,
    keyId: caller.key.id,
    keyVersion: callerVersion(caller),
    endpoint: endpoint.id,
    requestId: arrival.requestId,
    claim: endpoint.replay === false ? null : claimOf(arrival.requestId),
    uniqueKey: uniqueKeyOf(endpoint, caller.environment, parsed.request),
    fingerprint,
    olderFingerprints,
    price: quote.price,
    priceVersion: quote.version,
    legs: quote.legs,
    pool: quote.pool,
    limits: callLimits(parts, caller.environment),
    spendCap: caller.key.spendCapPerDay ?? undefined,
    leaseMs,
    owner: parts.owner,
    consents,
    at: parts.clock.now().getTime(),
    alreadyCounted: false,
    settle,
  }
}

const FINGERPRINT_VERSION = 1

/**
 * The fingerprints of a call under each pepper: keyed hashes of endpoint, input, scenario and consent, not of the key (decisions.md
 * section 2).
 */
function fingerprintsOf(parts: CallParts, arrival: Arrival, parsed: ParsedRequest): readonly string[] {
  const { endpoint } = arrival.runtime
  const { scenario = null, canonical } = parsed
  const facts = [FINGERPRINT_VERSION, endpoint.method, endpoint.id, scenario, arrival.incoming.consentRef ?? null]
  return parts.secrets.hashes(`${JSON.stringify(facts)}${canonical}`)
}
