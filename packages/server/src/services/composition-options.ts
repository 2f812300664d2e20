import type { Logger } from '@parakh/core'

/** The options of a composition besides the configuration. */
export interface CompositionOptions {
  readonly logger: Logger
  /** True: migrate the database first. */
  readonly migrate: boolean
}
