import type { Logger } from '@parakh/core'

const HOUR_MS = 3_600_000
/** As OTLP exporters answer: `code` 0 is success. */
export interface ExportEnd {
  readonly code: number
  readonly error?: Error
}

/** Says in the log that nothing arrives at the collector, once an hour: the SDK is silent about it. */
export function toldExports(logger: Logger, what: 'traces' | 'metrics', nowMs: () => number): (end: ExportEnd) => void {
  let toldAt = Number.NEGATIVE_INFINITY
  return ({ code, error }) => {
    if (code === 0 || nowMs() - toldAt < HOUR_MS) return
    toldAt = nowMs()
    // Its message may have the address of the collector, and with it credentials.
    logger.warn('telemetry.not_sent', { what, error: error?.name ?? 'unknown' })
  }
}
