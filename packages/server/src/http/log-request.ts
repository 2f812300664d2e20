import type { Logger } from '@parakh/core'
import type { CallResponse } from '@parakh/kernel'
import type { Metrics } from './metrics.ts'

/** The metrics and the log of calls. */
export interface Observers {
  readonly metrics: Metrics
  readonly logger: Logger
}

/**
 * Counts a call and writes its log line, without URL, query, body and headers.
 *
 * @param endpoint The endpoint's id; null: unknown route.
 * @param elapsedMs Since the request arrived.
 */
export function logRequest(
  { metrics, logger }: Observers,
  endpoint: string | null,
  answered: { response: CallResponse; elapsedMs: number },
): void {
  const { response, elapsedMs } = answered
  const headerId = response.headers['x-request-id']
  metrics.called({ endpoint: endpoint ?? 'unknown', response, elapsedMs })
  logger.info('request', {
    request_id: response.requestId,
    // Of a proxy or the caller, beside an Idempotency-Key.
    ...(headerId === response.requestId ? {} : { x_request_id: headerId }),
    endpoint,
    status: response.status,
    outcome: response.outcome,
    code: response.code,
    environment: response.environment,
    account: response.by?.accountId ?? null,
    key: response.by?.keyId ?? null,
    reference: response.by?.reference ?? null,
    ms: Math.round(elapsedMs),
  })
}
