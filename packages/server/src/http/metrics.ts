import {
  type CallQueue,
  errorFacts,
  type Logger,
  type MetricFamily,
  sumOfFailures,
  type UpstreamHealth,
} from '@parakh/core'
import type { CallResponse } from '@parakh/kernel'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { serverErrors } from '../error-codes.ts'
import { keyedCounter } from './keyed-counter.ts'
import { metricProblem, metricText } from './metric-text.ts'

/** A call for the metrics. */
export interface CountedCall {
  readonly endpoint: string
  readonly response: CallResponse
  readonly elapsedMs: number
}
/** The metrics of one server. */
export interface Metrics {
  called(call: CountedCall): void
  /** A connection was closed at once, because too many are open. */
  dropped(): void
  /** The content of `/metrics` and its content type. */
  text(): Promise<{ readonly contentType: string; readonly body: string }>
}

/** What `/readyz` says in one word. */
export type ReadinessStatus = (typeof READINESS_STATUSES)[number]
const READINESS_STATUSES = [
  'ready',
  'draining',
  'unavailable',
  'disk_full',
  'money_stopped',
  'money_in_recovery',
] as const

const SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20]

function processGauges(registers: Registry[]): void {
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read())
      },
    })
  gauge('process_resident_memory_bytes', 'Resident memory', () => process.memoryUsage.rss())
  gauge('nodejs_heap_size_used_bytes', 'Heap in use', () => process.memoryUsage().heapUsed)
  gauge('process_cpu_seconds_total', 'Processor time of this process', () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  })
  gauge('process_uptime_seconds', 'How long this process runs', () => process.uptime())
}

function clockGauge(registers: Registry[], clockSkewMs: () => number | null): void {
  new Gauge({
    name: 'parakh_clock_skew_seconds',
    help: 'How far the clock of this host is ahead of the database; more than 2 either way is an alarm (PostgreSQL)',
    registers,
    collect() {
      const skewMs = clockSkewMs()
      if (skewMs !== null) this.set(skewMs / 1000)
    },
  })
}

function readinessGauge(registers: Registry[], readiness: () => Promise<ReadinessStatus>): void {
  new Gauge({
    name: 'parakh_readiness',
    help: '1 for what /readyz says, 0 for what else it could say',
    labelNames: ['status'],
    registers,
    async collect() {
      const now = await readiness()
      for (const status of READINESS_STATUSES) this.set({ status }, status === now ? 1 : 0)
    },
  })
}

function queueGauges(registers: Registry[], queue: () => CallQueue | null): void {
  const gauge = (name: string, help: string, read: (waiting: CallQueue) => number) =>
    new Gauge({
      ...{ name, help, registers },
      collect() {
        const waiting = queue()
        if (waiting) this.set(read(waiting))
      },
    })
  gauge('parakh_ledger_queue_operations', 'Operations that wait for the ledger', ({ queued }) => queued)
  gauge(
    'parakh_ledger_wait_seconds',
    'How long a new call would wait for the ledger, as estimated; above server.overload.longestWaitMs it is refused',
    ({ waitMs }) => waitMs / 1000,
  )
}

function providerMetrics(registers: Registry[], health: () => readonly UpstreamHealth[]): void {
  new Gauge({
    name: 'parakh_provider_circuit_open',
    help: '1 while the circuit breaker of a provider is open or lets one attempt through to try it',
    labelNames: ['provider'],
    registers,
    collect() {
      this.reset()
      for (const { provider, circuit } of health()) this.set({ provider }, circuit === 'closed' ? 0 : 1)
    },
  })
  new Counter({
    name: 'parakh_provider_attempts_total',
    help: 'Attempts at a provider, by how they ended; those that an open circuit refused are none. An answer that cannot be used is a failure',
    labelNames: ['provider', 'result'],
    registers,
    collect() {
      this.reset()
      for (const { provider, successes, failures } of health()) {
        this.inc({ provider, result: 'success' }, successes)
        this.inc({ provider, result: 'failure' }, sumOfFailures(failures))
      }
    },
  })
  const share = (name: string, help: string, read: (health: UpstreamHealth) => number) =>
    new Counter({
      ...{ name, help, labelNames: ['provider'], registers },
      collect() {
        this.reset()
        for (const one of health()) this.inc({ provider: one.provider }, read(one))
      },
    })
  share(
    'parakh_provider_unusable_answers_total',
    'Failed attempts whose answer could not be used: it does not fit the contract, or is of another',
    ({ failures }) => failures.unusable,
  )
  share(
    'parakh_provider_denied_total',
    'Failed attempts in which a provider refused our own credentials, permission or credit: any is an alarm',
    ({ failures }) => failures.denied,
  )
}

function once<T>(made: Map<string, T>, key: string, make: () => T): T {
  const known = made.get(key)
  if (known !== undefined) return known
  const fresh = make()
  made.set(key, fresh)
  return fresh
}

/** The sources of metrics besides calls. */
export interface MetricSources {
  /** Reads the health of providers. */
  readonly health: () => readonly UpstreamHealth[]
  /** Asks the store; it never rejects. */
  readonly readiness: () => Promise<ReadinessStatus>
  /** How far this host's clock is ahead of the database's; null: the database has no clock. */
  readonly clockSkewMs: () => number | null
  /** What waits for the ledger; null: the store has no queue. */
  readonly queue: () => CallQueue | null
  /** What plugins contribute, by the full ids of the contributions. */
  readonly others: ReadonlyMap<string, readonly MetricFamily[]>
  readonly logger: Logger
}

/** The metrics of plugins. @throws `METRIC_INVALID` */
function familiesOf(others: MetricSources['others'], registry: Registry): readonly MetricFamily[] {
  const taken = new Set(registry.getMetricsAsArray().map(({ name }) => name))
  return [...others].flatMap(([id, families]) =>
    families.map((family) => {
      const detail = metricProblem(family, taken)
      if (detail !== null) throw serverErrors.error('METRIC_INVALID', { id, name: family.name, detail })
      taken.add(family.name)
      return family
    }),
  )
}

/**
 * Metrics in a separate registry, so that two servers in one process share nothing.
 *
 * @throws `METRIC_INVALID`: one of a plugin cannot be exported.
 */
export function createMetrics({ health, readiness, clockSkewMs, queue, others, logger }: MetricSources): Metrics {
  const registry = new Registry()
  const registers = [registry]
  const calls = keyedCounter({
    name: 'parakh_calls_total',
    help: 'Calls answered',
    labelNames: ['endpoint', 'environment', 'outcome', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'parakh_call_duration_seconds',
    help: 'Time from arrival to answer',
    labelNames: ['endpoint'],
    buckets: SECONDS,
    registers,
  })
  const charged = keyedCounter({
    name: 'parakh_charged_micro_rupees_total',
    help: 'Money charged for answers, in micro-rupees',
    labelNames: ['endpoint', 'environment'],
    registers,
  })
  const overloaded = keyedCounter({
    name: 'parakh_overload_refusals_total',
    help: 'New calls refused because too many waited (SERVICE_OVERLOADED)',
    labelNames: ['endpoint'],
    registers,
  })
  const dropped = new Counter({
    name: 'parakh_connections_dropped_total',
    help: 'Connections closed at once because server.overload.mostConnections were open',
    registers,
  })
  providerMetrics(registers, health)
  readinessGauge(registers, readiness)
  queueGauges(registers, queue)
  clockGauge(registers, clockSkewMs)
  processGauges(registers)
  const families = familiesOf(others, registry)
  const read = (family: MetricFamily): Promise<string> =>
    metricText(family).catch((error: unknown) => {
      logger.warn('metric.not_read', { metric: family.name, ...errorFacts(error) })
      return ''
    })
  // Labels are resolved once per combination.
  const timed = new Map<string, Histogram.Internal<'endpoint'>>()
  return {
    called({ endpoint, response, elapsedMs }) {
      const { outcome, status } = response
      const environment = response.environment ?? 'none'
      calls(`${endpoint} ${environment} ${outcome} ${status}`, () => ({ endpoint, environment, outcome, status }))
      // It took no time, and would hide what the others take.
      if (response.code === 'SERVICE_OVERLOADED') return overloaded(endpoint, () => ({ endpoint }))
      once(timed, endpoint, () => durations.labels({ endpoint })).observe(elapsedMs / 1000)
      // A replay repeats the charge of the first response; do not count it again.
      if (outcome === 'answer' && response.charged > 0)
        charged(`${endpoint} ${environment}`, () => ({ endpoint, environment }), response.charged)
    },
    dropped: () => dropped.inc(),
    text: async () => ({
      contentType: registry.contentType,
      body: `${await registry.metrics()}\n${(await Promise.all(families.map(read))).join('')}`,
    }),
  }
}
