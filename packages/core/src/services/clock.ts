import { token } from '../token.ts'

/** Where time comes from. */
export interface Clock {
  /** The time of day, for what is recorded. */
  now(): Date
  /** Milliseconds that never run backwards, for durations. */
  monotonicMs(): number
}
/** The clock of a server. */
export const Clock = token<Clock>('core.clock')
/**
 * The clock that calls, holds and leases go by: that of the database where it has one, so that all processes agree; otherwise `Clock`. For what
 * is compared with rows that another process wrote.
 */
export const SharedClock = token<Clock>('core.shared-clock')
