import { commandLogger } from './command-logger.ts'
import type { Session } from './session.ts'

/**
 * Makes standard error a log of JSON lines for a long-running command, including warnings of Node and uncaught errors. At a terminal,
 * and on a development server, it stays text.
 */
export function logErrors(session: Session, options: { readonly development?: boolean }): void {
  const { terminal } = session
  const production = terminal.env['NODE_ENV'] === 'production'
  if (!production && (options.development === true || terminal.interactive)) return
  const log = commandLogger(terminal, 'info')
  session.log = log
  terminal.onTrouble((kind, { name, message, stack }) => {
    const at = stack
      ?.split('\n')
      .find((line) => line.startsWith('    at '))
      ?.trim()
    if (kind === 'warning') log.warn('process.warning', { warning: name, message })
    else log.error('process.crashed', { error: name, message, at: at ?? null })
  })
}
