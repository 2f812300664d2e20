import type { Session } from '../session.ts'
import { commandLogger } from './command-logger.ts'

/** A message on standard error, apart from results and the log. */
export interface Notice {
  readonly level: 'info' | 'warn' | 'error'
  /** The name of the log line. */
  readonly event: string
  readonly facts?: Readonly<Record<string, unknown>>
  /** The text for a person. */
  readonly text: string
}

/** Writes a notice: as a JSON line if standard error is a log, else as text. */
export function notify({ terminal, logsErrors }: Session, { level, event, facts = {}, text }: Notice): void {
  if (logsErrors) commandLogger(terminal, 'info')[level](facts, event)
  else terminal.err(text)
}

/**
 * Makes standard error a log of JSON lines for a command that runs on: faults, warnings of Node and what would end the process
 * too. A person at a terminal, and a development server, keep the text.
 */
export function logErrors(session: Session, options: { readonly development?: boolean }): void {
  const { terminal } = session
  const production = terminal.env['NODE_ENV'] === 'production'
  session.logsErrors = production || (options.development !== true && !terminal.interactive)
  if (!session.logsErrors) return
  const logger = commandLogger(terminal, 'info')
  terminal.onTrouble((kind, { name, message, stack }) => {
    const at = stack
      ?.split('\n')
      .find((line) => line.startsWith('    at '))
      ?.trim()
    if (kind === 'warning') logger.warn({ warning: name, message }, 'process.warning')
    else logger.error({ error: name, message, at }, 'process.crashed')
  })
}

/** Reports wrong usage, in the words of commander. */
export function reportUsage(session: Session, text: string): void {
  notify(session, { level: 'error', event: 'command.wrong_usage', facts: { message: text.trim() }, text })
}
