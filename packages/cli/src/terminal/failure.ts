import { isParakhError, type ParakhError } from '@parakh/core'
import { EXIT } from './exit-codes.ts'
import { notify } from './notice.ts'
import type { Session } from './session.ts'

const USAGE_CODES: ReadonlySet<string> = new Set([
  'COMMAND_NOT_CONFIGURED',
  'INVALID_CONFIGURATION',
  'CONFIGURATION_NOT_FOUND',
  'CONFIGURATION_UNREADABLE',
  'WRONG_USAGE',
  'OPERATOR_NAME_INVALID',
  'ENDPOINT_UNKNOWN',
])

/**
 * Reports an error on standard error and returns the exit code: 2 for wrong usage and an invalid configuration (with all its faults), 1
 * for anything else. Standard output stays empty.
 */
export function reportFailure(session: Session, thrown: unknown): number {
  if (isParakhError(thrown)) return reportParakhError(session, thrown)
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  const { name, message } = error
  notify(session, {
    level: 'error',
    event: 'command.failed',
    facts: { error: name, message },
    text: `error: ${message}\n`,
  })
  return EXIT.failed
}

function reportParakhError(session: Session, error: ParakhError): number {
  const { code, message } = error
  const text = `error: ${message} (${code})\n`
  notify(session, { level: 'error', event: 'command.failed', facts: { code, message }, text })
  for (const fault of error.faults)
    notify(session, {
      ...{ level: 'error', event: 'configuration.fault', facts: { ...fault } },
      text: `  ${fault.path || '(top)'}: ${fault.message} (${fault.code})\n`,
    })
  return error.faults.length > 0 || USAGE_CODES.has(error.code) ? EXIT.usage : EXIT.failed
}
