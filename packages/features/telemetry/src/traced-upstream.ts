import { decorate, Upstream, type UpstreamTarget } from '@parakh/core'
import { Telemetry } from './create-telemetry.ts'

const ended = (record: unknown) => ({ 'parakh.result': record === null ? 'none' : 'answer' })

/** A span for each attempt at a source. */
export const tracedUpstream = decorate(Upstream, {
  ...{ id: 'traced', needs: { telemetry: Telemetry } },
  wrap: (inner, { telemetry }) => ({
    compile: (contract, source, path) => inner.compile(contract, source, path),
    report: (target, trouble) => inner.report?.(target, trouble),
    health: () => inner.health(),
    ask<T>(target: UpstreamTarget, signal: AbortSignal, attempt: (signal: AbortSignal) => Promise<T>): Promise<T> {
      const labels = { 'parakh.provider': target.provider, 'parakh.operation': target.operation }
      const measure = { name: `ask ${target.provider}`, of: 'upstream', kind: 'client', labels, end: ended } as const
      return inner.ask(target, signal, (inTime) => telemetry.measure<T>(measure, () => attempt(inTime)))
    },
  }),
})
