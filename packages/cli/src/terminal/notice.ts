import type { LogFacts } from '@parakh/core'
import type { Session } from './session.ts'

/** A message on standard error, apart from results and the log. */
export interface Notice {
  readonly level: 'info' | 'warn' | 'error'
  /** The name of the log line. */
  readonly event: string
  readonly facts?: LogFacts
  /** The text for a person. */
  readonly text: string
}

/** Writes a notice: as a JSON line if standard error is a log, else as text. */
export function notify({ terminal, log }: Session, { level, event, facts = {}, text }: Notice): void {
  if (log) log[level](event, facts)
  else terminal.err(text)
}

/** Reports wrong usage, in the words of commander. */
export function reportUsage(session: Session, text: string): void {
  notify(session, { level: 'error', event: 'command.wrong_usage', facts: { message: text.trim() }, text })
}
