import type { Session } from '../session.ts'
import { commandLogger } from './command-logger.ts'

/** Something that is said on standard error, beside results and the log. */
export interface Said {
  readonly level: 'info' | 'warn' | 'error'
  /** The name of the log line. */
  readonly event: string
  readonly facts?: Readonly<Record<string, unknown>>
  /** The same for a person. */
  readonly text: string
}

/** Says something: as a JSON line where standard error is a log, else as text. */
export function tell({ terminal, logsErrors }: Session, { level, event, facts = {}, text }: Said): void {
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

/** What commander says of wrong usage. */
export function tellUsage(session: Session, text: string): void {
  tell(session, { level: 'error', event: 'command.wrong_usage', facts: { message: text.trim() }, text })
}
