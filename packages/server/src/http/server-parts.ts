import type { Clock, Logger } from '@parakh/core'
import type { Host } from '@parakh/kernel'
import type { CheckedConfig } from '../config/checked-config.ts'
import type { Metrics } from './metrics.ts'

/** What the routes of one server work on. */
export interface ServerParts {
  readonly host: Host
  readonly config: CheckedConfig
  readonly clock: Clock
  readonly logger: Logger
  readonly metrics: Metrics
  /** True from the moment the server is to end. */
  readonly lifecycle: { draining: boolean }
}
