import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { cliErrors } from '../error-codes.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** The default file names, in this order. */
const DEFAULTS = ['parakh.yaml', 'parakh.config.ts'] as const

/**
 * Finds the configuration file.
 *
 * @param given The value of `--config`.
 * @returns An absolute path; null: none was found.
 */
export function configurationFile(terminal: Terminal, given: string | undefined): string | null {
  const named = given ?? terminal.env['PARAKH_CONFIG']
  const candidates = named ? [named] : DEFAULTS
  const found = candidates.map((file) => resolve(terminal.cwd, file)).find((file) => existsSync(file))
  return found ?? null
}

/** The same, but required. @throws `CONFIGURATION_NOT_FOUND` */
export function requireConfigurationFile(terminal: Terminal, given: string | undefined): string {
  const file = configurationFile(terminal, given)
  if (file) return file
  const named = given ?? terminal.env['PARAKH_CONFIG']
  throw cliErrors.error('CONFIGURATION_NOT_FOUND', {
    looked: named ? `there is no file ${named}` : `neither ${DEFAULTS.join(' nor ')} is in this folder`,
  })
}
