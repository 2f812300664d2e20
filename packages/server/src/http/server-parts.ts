import type { Clock, Logger, Provided } from '@parakh/core'
import type { Host } from '@parakh/kernel'
import type { FastifyRequest } from 'fastify'
import type { CheckedConfig } from '../config/checked-config.ts'
import type { Metrics } from './metrics.ts'
import type { Overload } from './overload.ts'

/** The parts of a server that its routes use. */
export interface ServerParts {
  readonly host: Host
  readonly config: CheckedConfig
  readonly clock: Clock
  readonly logger: Logger
  readonly metrics: Metrics
  readonly overload: Overload
  /** What the embedding application says of a request; null: nothing. */
  readonly facts: ((request: FastifyRequest) => readonly Provided[]) | null
  /** True as soon as the server is stopping. */
  readonly lifecycle: { draining: boolean }
}
