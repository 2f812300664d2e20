import type { Logger } from '@parakh/core'
import type { PinoLike } from './pino-logger.ts'

/** The options of an embedder besides the configuration. */
export interface ServiceOptions {
  /** The logger: core's, or a pino-like one. False: no log. Default: pino to standard error. */
  readonly logger?: Logger | PinoLike | false
}
