import type { Terminal } from './terminal/terminal.ts'

/** One run of the command. */
export interface Session {
  readonly terminal: Terminal
  /** What the process ends with; a command that finds something wrong, without failing itself, sets it. */
  exitCode: number
}
