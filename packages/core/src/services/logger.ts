import type { LogFacts } from '../log-facts.ts'
import { token } from '../token.ts'

/** Structured logging: an event name and its fields. */
export interface Logger {
  debug(event: string, facts?: LogFacts): void
  info(event: string, facts?: LogFacts): void
  warn(event: string, facts?: LogFacts): void
  error(event: string, facts?: LogFacts): void
}
/** The logger of a server. */
export const Logger = token<Logger>('core.logger')
