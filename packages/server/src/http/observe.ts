import type { Logger } from '@parakh/core'
import type { OutgoingCall } from '@parakh/kernel'
import type { Metrics } from './metrics.ts'

/** Where calls are counted and told of. */
export interface Observers {
  readonly metrics: Metrics
  readonly logger: Logger
}

/**
 * Counts a call and writes its one log line: no URL, no query, no body, no header.
 *
 * @param endpoint The endpoint's id; null where no endpoint was met.
 * @param elapsedMs Since the request arrived.
 */
export function observe(
  { metrics, logger }: Observers,
  endpoint: string | null,
  answered: { outgoing: OutgoingCall; elapsedMs: number },
): void {
  const { outgoing, elapsedMs } = answered
  metrics.called({ endpoint: endpoint ?? 'unknown', outgoing, elapsedMs })
  logger.info('request', {
    request_id: outgoing.requestId,
    endpoint,
    status: outgoing.status,
    outcome: outgoing.outcome,
    code: outgoing.code,
    environment: outgoing.environment,
    account: outgoing.by?.accountId ?? null,
    key: outgoing.by?.keyId ?? null,
    reference: outgoing.by?.reference ?? null,
    ms: Math.round(elapsedMs),
  })
}
