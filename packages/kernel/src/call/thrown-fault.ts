import { type Call, errorFacts, isParakhError, isUpstreamError } from '@parakh/core'
import { type CallFault, hostFault } from '../call-data/call-fault.ts'
import { firstFrame } from '../call-data/first-frame.ts'
import { isStoreAway } from '../call-data/store-away.ts'
import type { ProviderAccess } from '../provider/provider-client.ts'
import type { CallParts } from '../runtime/call-parts.ts'
import type { EndpointRuntime } from '../runtime/endpoint-runtime.ts'

/** Retry-After in whole seconds for an unknown write or an unavailable source. */
export const RETRY_AFTER_SECONDS = 5

/** A function of a plugin that threw. */
export interface Thrower extends Pick<ProviderAccess, 'asked'> {
  readonly runtime: EndpointRuntime
  readonly call: Call
}

/** What a caller is told when a handler or a price function threw; the log is told why. */
export function thrownFault(
  { logger }: Pick<CallParts, 'logger'>,
  { runtime, call, asked }: Thrower,
  error: unknown,
): CallFault {
  const facts = { endpoint: runtime.endpoint.id, reference: call.reference }
  if (isUpstreamError(error)) {
    const { trouble, field, reason } = error
    logger.warn('call.upstream_trouble', {
      ...{ ...facts, trouble },
      ...(asked ? { provider: asked.provider, operation: asked.operation } : {}),
      ...(field ? { field } : {}),
      ...(reason ? { reason } : {}),
    })
    // `denied` is about our own credentials, so it is an outage for the caller.
    if (trouble === 'unprocessable') return hostFault('UPSTREAM_UNPROCESSABLE')
    return hostFault('UPSTREAM_UNAVAILABLE', { retryAfter: RETRY_AFTER_SECONDS })
  }
  const code = isParakhError(error) ? error.code : null
  // The log has why: the link to the wallet wrote it.
  if (code === 'WALLET_UNAVAILABLE') return hostFault('WALLET_UNAVAILABLE', { retryAfter: RETRY_AFTER_SECONDS })
  if (isStoreAway(error)) {
    logger.error('call.store_unavailable', { ...facts, ...errorFacts(error) })
    return hostFault('SERVICE_UNAVAILABLE', { retryAfter: 1 })
  }
  if (code === 'DOCUMENT_INVALID' && asked) {
    // A record within the bounds may still be too long for a document.
    logger.error('call.document_not_drawn', { ...facts, provider: asked.provider, operation: asked.operation })
    return hostFault('UPSTREAM_UNPROCESSABLE')
  }
  // The message of an unknown error may contain input: log only its class and place.
  logger.error('call.threw', { ...facts, ...errorFacts(error), at: firstFrame(error) })
  return hostFault('INTERNAL_ERROR')
}
