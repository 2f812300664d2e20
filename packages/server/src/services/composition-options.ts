import type { Logger } from '@parakh/core'
import type { ObservedAttempt } from '@parakh/webhooks'

/** What a host is composed with, beside its configuration. */
export interface CompositionOptions {
  readonly logger: Logger
  /** True: the database schema is brought up to date first. */
  readonly migrate: boolean
  /** Told of each attempt of this process to deliver an event. */
  readonly observeDelivery?: (attempt: ObservedAttempt) => void
}
