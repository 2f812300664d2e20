import { Clock, Logger, type Service, service, Upstream } from '@parakh/core'
import { createUpstream } from '@parakh/upstream'

/** Compiles HTTP sources at once; attempts run after the host is composed. */
export interface UpstreamService {
  readonly compile: Upstream['compile']
  readonly service: Service
  /** Closes what compiling opened, if no host is composed. */
  dispose(): Promise<void>
}

/**
 * The upstream service. Sources are compiled before any service exists, so that their faults are reported with all others; attempts use
 * the server's clock and logger.
 *
 * @param parts Clock and logger until those of the server exist.
 */
export function upstreamService(parts: {
  readonly clock: Clock
  readonly logger: Logger
  /** What the paths of certificates start from. */
  readonly folder: string
  /** Whether messages of providers, which may contain input, are logged. */
  readonly development: boolean
}): UpstreamService {
  const { development } = parts
  // What is compiled tells the time by the server's clock, once that exists.
  let inForce = parts.clock
  const clock: Clock = { now: () => inForce.now(), monotonicMs: () => inForce.monotonicMs() }
  const compiler = createUpstream({ ...parts, clock })
  const compile: Upstream['compile'] = (contract, source, path) => compiler.compile(contract, source, path)
  return {
    compile,
    service: service(Upstream, { clock: Clock, logger: Logger }, ({ clock, logger }) => {
      inForce = clock
      const asking = createUpstream({ clock, logger, development })
      return {
        compile,
        ask: (target, signal, attempt) => asking.ask(target, signal, attempt),
        report: (target, trouble) => asking.report?.(target, trouble),
        health: () => asking.health(),
        [Symbol.asyncDispose]: async () => {
          await asking[Symbol.asyncDispose]()
          await compiler[Symbol.asyncDispose]()
        },
      }
    }),
    dispose: async () => compiler[Symbol.asyncDispose](),
  }
}
