import { createHash } from 'node:crypto'
import { type Call, isUpstreamError, type ProviderAttempt, UpstreamError, type UpstreamQuestion } from '@parakh/core'
import type { CallParts } from '../runtime/call-parts.ts'
import type { EndpointRuntime } from '../runtime/endpoint-runtime.ts'

/** Whose attempt it is. */
export interface AttemptOf {
  readonly parts: Pick<CallParts, 'attempts' | 'clock'>
  readonly run: { readonly runtime: EndpointRuntime; readonly call: Call }
}

/** Records an attempt when it has ended: what it costs us is booked beside the call. */
export function recordAttempt<T>(
  { parts, run }: AttemptOf,
  what: Pick<ProviderAttempt, 'provider' | 'operation'>,
  work: Promise<T>,
): Promise<T> {
  const { attempts, clock } = parts
  const { call, runtime } = run
  if (!attempts) return work
  const record = (outcome: ProviderAttempt['outcome']): void =>
    attempts.record({
      ...{ ...what, outcome, reference: call.reference, accountId: call.account, environment: call.environment },
      ...{ endpoint: runtime.endpoint.id, plugin: runtime.plugin.id, at: clock.now().getTime() },
    })
  work.then(
    (raw) => record(raw === null ? 'none' : 'answer'),
    (error: unknown) => record(isUpstreamError(error) && !error.sent ? 'unsent' : 'failed'),
  )
  return work
}

/** Ends with the signal, even where a provider does not heed it. */
export async function within<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  signal.throwIfAborted()
  let stop: () => void = () => undefined
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(new UpstreamError('unavailable', 'the deadline passed', { reason: 'timeout' }))
    signal.addEventListener('abort', stop, { once: true })
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** What is asked, as its provider's circuit tells it from others. */
export const questionOf = ({ reference, account }: Call, input: () => string): UpstreamQuestion => ({
  reference,
  account,
  inputHash: () => createHash('sha256').update(input()).digest('base64url'),
})
