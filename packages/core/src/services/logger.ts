import { token } from '../token.ts'

/** Facts of a log line: never an input, a secret, a URL or an identity number. */
export type LogFacts = Readonly<Record<string, string | number | boolean | null>>
/** Where a server tells what it does. */
export interface Logger {
  debug(event: string, facts?: LogFacts): void
  info(event: string, facts?: LogFacts): void
  warn(event: string, facts?: LogFacts): void
  error(event: string, facts?: LogFacts): void
}
/** The logger of a server. */
export const Logger = token<Logger>('core.logger')
