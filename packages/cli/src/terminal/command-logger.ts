import { type Logger, pino } from 'pino'
import type { Terminal } from './terminal.ts'

/** How much is logged. */
export type LogLevel = 'info' | 'error'

/** A logger that writes JSON lines to standard error: standard output belongs to results. */
export function commandLogger(terminal: Terminal, level: LogLevel): Logger {
  const settings = { level, base: null, messageKey: 'event', timestamp: pino.stdTimeFunctions.isoTime }
  return pino(settings, { write: (line: string) => terminal.err(line) })
}
