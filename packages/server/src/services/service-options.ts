import type { Logger } from '@parakh/core'
import type { PinoLike } from './pino-logger.ts'

/** What an embedder hands in beside the configuration. */
export interface ServiceOptions {
  /** A logger of the host: core's, or one of pino's kind. False: nothing is written. Default: pino to standard error. */
  readonly logger?: Logger | PinoLike | false
}
