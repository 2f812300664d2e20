import type { Terminal } from './terminal/terminal.ts'

/** One run of the command. */
export interface Session {
  readonly terminal: Terminal
  /** What the process ends with; a command that finds something wrong, without failing itself, sets it. */
  exitCode: number
  /** Standard error is a log of JSON lines and nothing else: of a command that runs on in production. */
  logsErrors: boolean
}
