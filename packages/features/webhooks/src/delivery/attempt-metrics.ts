import { CounterMetric, HistogramMetric, Metrics, service, token } from '@parakh/core'
import type { ObservedAttempt } from './create-worker.ts'

const SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30, 60]
const OUTCOMES = ['delivered', 'failed', 'refused_target'] as const

/** Metrics of the delivery attempts of this process. No label contains an endpoint or an address. */
export interface AttemptMetrics {
  readonly attempts: CounterMetric
  readonly durations: HistogramMetric
  attempted(attempt: ObservedAttempt): void
}
/** The attempt metrics of a server. */
export const AttemptMetrics = token<AttemptMetrics>('webhooks.attempt-metrics')

/** Makes them, for the worker and for who exports them. */
export const attemptMetrics = service(AttemptMetrics, {}, () => {
  const attempts = new CounterMetric(
    'parakh_webhook_attempts_total',
    'Attempts of this process to deliver an event to an endpoint, by how they ended',
    OUTCOMES.map((outcome) => ({ outcome })),
  )
  const durations = new HistogramMetric(
    'parakh_webhook_attempt_duration_seconds',
    'Time from the beginning of an attempt of this process to the end of the answer',
    SECONDS,
  )
  return {
    attempts,
    durations,
    attempted({ outcome, latencyMs }) {
      attempts.add({ outcome })
      durations.observe(latencyMs / 1_000)
    },
  }
})
/** Exports them. */
export const exportedAttempts = Metrics.contribute({
  ...{ id: 'attempts', needs: { metrics: AttemptMetrics } },
  make: ({ metrics: { attempts, durations } }) => [attempts, durations],
})
