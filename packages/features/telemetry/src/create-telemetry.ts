import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Attributes,
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base'
import { type Clock, errorFacts, type Logger, type ServerBrand, token } from '@parakh/core'
import type { TelemetrySettingsValue } from './settings.ts'
import { toldExports } from './told-exports.ts'

/** Of one request to the collector, and of the last ones when the server stops. */
const EXPORT_MS = 3_000
/** In seconds: from an answer of memory to the deadline of a call. */
const SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20]

/** What is measured, with a histogram each. */
const MEASURED = {
  call: 'Time from the first stage of a call to its answer',
  stage: 'Time of a stage of a call',
  upstream: 'Time of an attempt at a source',
  database: 'Time of an operation of the ledger, with its wait for a batch',
} as const

/** One thing to measure. */
export interface Measure<T> {
  /** Of the span. */
  readonly name: string
  readonly of: keyof typeof MEASURED
  readonly kind?: 'server' | 'client'
  /** On span and metric: few values each. */
  readonly labels: Attributes
  /** On the span alone. */
  readonly facts?: Attributes
  /** On both, of how it ended. */
  end?(result: T): Attributes
}
/** Traces and metrics of one server, by the SDK of OpenTelemetry. */
export interface Telemetry extends AsyncDisposable {
  /** Runs work in a span, within the span that is open here. Throws what the work throws. */
  measure<T>(measure: Measure<T>, work: () => Promise<T>): Promise<T>
}
/** The telemetry of a server. */
export const Telemetry = token<Telemetry>('telemetry.telemetry')

interface TelemetryParts {
  readonly settings: TelemetrySettingsValue
  readonly brand: ServerBrand
  readonly clock: Clock
  readonly logger: Logger
}

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT } as const

/** Tracer and meter of the standard SDK. Nothing of it is global: two servers in one process share nothing. */
export function createTelemetry({ settings, brand, clock, logger }: TelemetryParts): Telemetry {
  const { endpoint, headers, sampleRatio, metricsSeconds } = settings
  const base = endpoint.replace(/\/$/, '')
  const resource = resourceFromAttributes({ 'service.name': settings.serviceName ?? brand.name })
  const nowMs = () => clock.monotonicMs()
  const traces = new OTLPTraceExporter({ url: `${base}/v1/traces`, headers, timeoutMillis: EXPORT_MS })
  const metrics = new OTLPMetricExporter({ url: `${base}/v1/metrics`, headers, timeoutMillis: EXPORT_MS })
  tellTroubles(traces, toldExports(logger, 'traces', nowMs))
  tellTroubles(metrics, toldExports(logger, 'metrics', nowMs))
  const sampler = new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(sampleRatio) })
  const spans = new BatchSpanProcessor(traces, { exportTimeoutMillis: EXPORT_MS })
  const tracers = new BasicTracerProvider({ resource, sampler, spanProcessors: [spans] })
  const reader = new PeriodicExportingMetricReader({
    ...{ exporter: metrics, exportIntervalMillis: metricsSeconds * 1000 },
    exportTimeoutMillis: Math.min(EXPORT_MS, metricsSeconds * 1000),
  })
  const meters = new MeterProvider({ resource, readers: [reader] })
  const tracer = tracers.getTracer('parakh')
  const meter = meters.getMeter('parakh')
  const histogram = (of: keyof typeof MEASURED) =>
    meter.createHistogram(`parakh.${of}.duration`, {
      ...{ description: MEASURED[of], unit: 's', advice: { explicitBucketBoundaries: SECONDS } },
    })
  const durations = {
    ...{ call: histogram('call'), stage: histogram('stage') },
    ...{ upstream: histogram('upstream'), database: histogram('database') },
  }
  const open = new AsyncLocalStorage<Context>()
  return {
    async measure({ name, of, kind, labels, facts, end }, work) {
      const parent = open.getStore() ?? ROOT_CONTEXT
      const options = { attributes: { ...labels, ...facts }, ...(kind ? { kind: KINDS[kind] } : {}) }
      const span = tracer.startSpan(name, options, parent)
      const sinceMs = nowMs()
      const ended = (more: Attributes): void => {
        span.setAttributes(more)
        span.end()
        durations[of].record((nowMs() - sinceMs) / 1000, { ...labels, ...more })
      }
      try {
        const result = await open.run(trace.setSpan(parent, span), work)
        ended(end?.(result) ?? {})
        return result
      } catch (error) {
        ended(failed(span, error))
        throw error
      }
    },
    async [Symbol.asyncDispose]() {
      await Promise.allSettled([tracers.shutdown(), meters.shutdown()])
    },
  }
}

/** Its code or class: a message may have an input. */
function failed(span: Span, error: unknown): Attributes {
  const { error: code } = errorFacts(error)
  span.setStatus({ code: SpanStatusCode.ERROR })
  return { 'error.type': String(code) }
}

/** Both exporters have this method, each with its own type of what it sends. */
interface Exporter<T> {
  export(sent: T, done: (end: { code: number; error?: Error }) => void): void
}
function tellTroubles<T>(exporter: Exporter<T>, told: ReturnType<typeof toldExports>): void {
  const send = exporter.export.bind(exporter)
  exporter.export = (sent, done) =>
    send(sent, (end) => {
      told(end)
      done(end)
    })
}
