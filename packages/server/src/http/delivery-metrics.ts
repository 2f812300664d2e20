import { type Clock, token, type WebhookBacklog, type WebhookStore } from '@parakh/core'
import type { ObservedAttempt } from '@parakh/webhooks'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'

/** What deliveries to webhook endpoints are measured by. */
export interface DeliveryMetrics {
  /** An attempt of this process. */
  attempted(attempt: ObservedAttempt): void
  readonly registry: Registry
}
/** The measurements of a server's deliveries. */
export const DeliveryMetrics = token<DeliveryMetrics>('server.delivery-metrics')

/** Where the measurements come from. */
export interface DeliveryMetricsOptions {
  readonly store: Pick<WebhookStore, 'backlog'>
  readonly clock: Clock
}

const SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30, 60]
/** Whoever fetches more often gets the same reading. */
const READING_MS = 1_000
const OUTCOMES = ['delivered', 'failed', 'refused_target'] as const

/**
 * Measurements of deliveries, without an endpoint or an address in a label. Attempts are those of this process; what waits is that of the
 * database, whichever process delivers it. While the database does not answer, or keeps no deliveries, that is left out.
 *
 * @example
 * service(DeliveryMetrics, { store: Store, clock: Clock }, ({ store, clock }) => createDeliveryMetrics({ store: store.webhooks, clock }))
 */
export function createDeliveryMetrics({ store, clock }: DeliveryMetricsOptions): DeliveryMetrics {
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
  const read = readings({ store, clock })
  const gauge = (name: string, help: string, value: (backlog: WebhookBacklog) => number) =>
    new Gauge({
      ...{ name, help, registers },
      async collect() {
        const backlog = await read()
        if (backlog) this.set(value(backlog))
        else this.remove()
      },
    })
  gauge(
    'parakh_webhook_pending_deliveries',
    'Deliveries of all processes that are still to come, retries of a later time too; counted up to 100,000',
    ({ pending }) => pending,
  )
  gauge(
    'parakh_webhook_oldest_due_seconds',
    'How long the delivery that is due for the longest time waits; 0: nothing is due',
    ({ oldestDueMs }) => oldestDueMs / 1_000,
  )
  gauge(
    'parakh_outbox_oldest_seconds',
    'How long the oldest event waits that endpoints, or another sink of the host, have not taken yet; 0: all were taken',
    ({ oldestEventMs }) => oldestEventMs / 1_000,
  )
  new Gauge({
    name: 'parakh_webhook_endpoints_disabled',
    help: 'Endpoints that are disabled, by why: requested, gone (410), failing (nothing delivered for days)',
    labelNames: ['reason'],
    registers,
    async collect() {
      this.reset()
      const { endpoints } = (await read()) ?? {}
      if (!endpoints) return
      for (const reason of ['REQUESTED', 'GONE', 'FAILING'] as const)
        this.set({ reason: reason.toLowerCase() }, endpoints[reason])
    },
  })
  return {
    registry,
    attempted({ outcome, latencyMs }) {
      attempts.inc({ outcome })
      durations.observe(latencyMs / 1_000)
    },
  }
}

/** One reading for all gauges of a fetch; null: there is none to be had. */
function readings({ store, clock }: DeliveryMetricsOptions): () => Promise<WebhookBacklog | null> {
  let [readAtMs, last]: [number, Promise<WebhookBacklog | null> | null] = [0, null]
  const readNow = async (): Promise<WebhookBacklog | null> => {
    try {
      return await store.backlog()
    } catch {
      return null
    }
  }
  return () => {
    const nowMs = clock.monotonicMs()
    if (last && nowMs - readAtMs < READING_MS) return last
    readAtMs = nowMs
    last = readNow()
    return last
  }
}
