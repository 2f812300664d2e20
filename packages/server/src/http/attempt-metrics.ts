import type { ObservedAttempt } from '@parakh/webhooks'
import { Counter, Histogram, Registry } from 'prom-client'

/** Metrics of webhook delivery attempts of this process. */
export interface AttemptMetrics {
  attempted(attempt: ObservedAttempt): void
  readonly registry: Registry
}

const SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30, 60]
const OUTCOMES = ['delivered', 'failed', 'refused_target'] as const

/** Registers the metrics. No label contains an endpoint or an address. */
export function createAttemptMetrics(): AttemptMetrics {
  const registry = new Registry()
  const registers = [registry]
  const attempts = new Counter({
    name: 'parakh_webhook_attempts_total',
    help: 'Attempts of this process to deliver an event to an endpoint, by how they ended',
    labelNames: ['outcome'],
    registers,
  })
  for (const outcome of OUTCOMES) attempts.inc({ outcome }, 0)
  const durations = new Histogram({
    name: 'parakh_webhook_attempt_duration_seconds',
    help: 'Time from the beginning of an attempt of this process to the end of the answer',
    buckets: SECONDS,
    registers,
  })
  return {
    registry,
    attempted({ outcome, latencyMs }) {
      attempts.inc({ outcome })
      durations.observe(latencyMs / 1_000)
    },
  }
}
