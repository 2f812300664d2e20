import { token } from '../token.ts'

/** How long a host keeps things, in days, as its configuration says. */
export interface Retention {
  /** Stored answers, for the same request id. */
  readonly replayDays: number
  /** Rows of the usage log. */
  readonly usageDays: number
  /** How long rows of the usage log are visible. */
  readonly usageVisibleDays: number
  /** Events after they were delivered. */
  readonly eventDays: number
}
/** The retention of a server. */
export const Retention = token<Retention>('core.retention')
