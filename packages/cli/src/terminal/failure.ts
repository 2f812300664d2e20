import { isParakhError, type ParakhError } from '@parakh/core'
import { CommanderError } from 'commander'
import type { Terminal } from './terminal.ts'

/** Exit codes of the command. */
export const EXIT = { ok: 0, failed: 1, usage: 2 } as const

const USAGE_CODES: ReadonlySet<string> = new Set([
  'INVALID_CONFIGURATION',
  'CONFIGURATION_NOT_FOUND',
  'CONFIGURATION_UNREADABLE',
  'WRONG_USAGE',
  'OPERATOR_NAME_INVALID',
  'ENDPOINT_UNKNOWN',
])

/**
 * Tells standard error what went wrong, and gives the exit code: 2 for wrong usage and for a configuration at fault (with
 * every fault of it), 1 for anything else. Standard output stays empty.
 */
export function reportFailure(terminal: Terminal, thrown: unknown): number {
  if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? EXIT.ok : EXIT.usage
  if (isParakhError(thrown)) return reportParakhError(terminal, thrown)
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  terminal.err(`error: ${error.message}\n`)
  return EXIT.failed
}

function reportParakhError(terminal: Terminal, error: ParakhError): number {
  terminal.err(`error: ${error.message} (${error.code})\n`)
  for (const fault of error.faults) terminal.err(`  ${fault.path || '(top)'}: ${fault.message} (${fault.code})\n`)
  return error.faults.length > 0 || USAGE_CODES.has(error.code) ? EXIT.usage : EXIT.failed
}
