import type { Logger } from '@parakh/core'
import type { Terminal } from './terminal.ts'

/** One run of the command. */
export interface Session {
  readonly terminal: Terminal
  /** What the process ends with; a command that finds something wrong, without failing itself, sets it. */
  exitCode: number
  /** What standard error is a log of, of JSON lines and nothing else: for a command that runs on in production. Null: it is text. */
  log: Logger | null
}
