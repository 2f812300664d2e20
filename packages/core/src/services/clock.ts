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
