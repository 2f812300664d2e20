import type { Logger } from '@parakh/core'
import type { Terminal } from './terminal.ts'

/** One run of the command. */
export interface Session {
  readonly terminal: Terminal
  /** The exit code of a command that succeeds but reports a problem. */
  exitCode: number
  /** The logger of a long-running command in production, whose standard error has only JSON lines. Null: text. */
  log: Logger | null
}
