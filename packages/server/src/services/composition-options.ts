import type { Logger } from '@parakh/core'
import type { ObservedAttempt } from '@parakh/webhooks'

/** The options of a composition besides the configuration. */
export interface CompositionOptions {
  readonly logger: Logger
  /** True: migrate the database first. */
  readonly migrate: boolean
  /** Called for each delivery attempt of this process. */
  readonly observeDelivery?: (attempt: ObservedAttempt) => void
}
