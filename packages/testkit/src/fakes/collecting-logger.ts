import type { LogFacts, Logger } from '@parakh/core'

/** One line of a log. */
export interface LogLine {
  readonly level: 'debug' | 'info' | 'warn' | 'error'
  readonly event: string
  readonly facts: LogFacts
}
/** A logger that keeps its lines. */
export interface CollectingLogger extends Logger {
  /** In the order in which they came. */
  readonly lines: readonly LogLine[]
  /** The lines of one event. */
  of(event: string): readonly LogLine[]
  /** Everything as text, to search for what must never be logged. */
  text(): string
}

/**
 * A logger for tests.
 *
 * @example
 * const logger = collectingLogger()
 * expect(logger.text()).not.toContain(secret)
 */
export function collectingLogger(): CollectingLogger {
  const lines: LogLine[] = []
  const at =
    (level: LogLine['level']) =>
    (event: string, facts: LogFacts = {}): void => {
      lines.push({ level, event, facts })
    }
  return {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    lines,
    of: (event) => lines.filter((line) => line.event === event),
    text: () => lines.map((line) => JSON.stringify(line)).join('\n'),
  }
}
