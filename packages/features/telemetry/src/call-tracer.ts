import type { CallTracer, TracedCall, TracedEnd, TracedStage } from '@parakh/core'
import type { Telemetry } from './create-telemetry.ts'

/** A span a call and one a stage. A refusal is no error of ours: its status says what it is. */
export function callTracer(telemetry: Telemetry): CallTracer {
  return {
    call: <R extends TracedEnd>({ endpoint, reference }: TracedCall, work: () => Promise<R>) =>
      telemetry.measure<R>(
        {
          ...{ name: endpoint, of: 'call', kind: 'server', labels: { 'parakh.endpoint': endpoint } },
          facts: { 'parakh.reference': reference },
          end: ({ status, outcome, code, environment }) => ({
            ...{ 'http.response.status_code': status, 'parakh.outcome': outcome },
            'parakh.environment': environment ?? 'none',
            ...(code === null ? {} : { 'parakh.code': code }),
          }),
        },
        work,
      ),
    stage: <T>(name: TracedStage, work: () => Promise<T>) =>
      telemetry.measure<T>({ name, of: 'stage', labels: { 'parakh.stage': name } }, work),
  }
}
