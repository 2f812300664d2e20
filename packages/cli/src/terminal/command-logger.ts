import type { Logger } from '@parakh/core'
import { logLines } from '@parakh/server/host'
import type { Terminal } from './terminal.ts'

/** The lowest level that is logged. */
export type LogLevel = 'info' | 'error'

const nothing = (): void => undefined

/** A logger that writes JSON lines to standard error: standard output is for results. */
export function commandLogger(terminal: Terminal, level: LogLevel): Logger {
  const line = logLines(Date.now)
  const write =
    (at: 'info' | 'warn' | 'error'): Logger['info'] =>
    (event, facts = {}) =>
      terminal.err(line(at, event, facts))
  const quiet = level === 'error'
  return {
    debug: nothing,
    info: quiet ? nothing : write('info'),
    warn: quiet ? nothing : write('warn'),
    error: write('error'),
  }
}
