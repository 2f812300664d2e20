import type { Clock, Logger } from '@parakh/core'
import type { Host } from '@parakh/kernel'
import type { CheckedConfig } from '../config/checked-config.ts'
import type { Metrics } from './metrics.ts'

/** The parts of a server that its routes use. */
export interface ServerParts {
  readonly host: Host
  readonly config: CheckedConfig
  readonly clock: Clock
  readonly logger: Logger
  readonly metrics: Metrics
  /** True as soon as the server is stopping. */
  readonly lifecycle: { draining: boolean }
}
