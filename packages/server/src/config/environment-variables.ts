import type { ConfigurationFault } from '@parakh/core'
import { serverErrors } from '../error-codes.ts'
import { joinPath } from './schema-faults.ts'

// The escape is the first alternative, so that `$${VAR}` is never read as a variable.
const VARIABLE = /\$\$\{|\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g

/** A value with its variables filled in, and the unset ones. */
export interface Interpolated {
  readonly value: unknown
  readonly faults: readonly ConfigurationFault[]
}

/**
 * Fills in `${VAR}` and `${VAR:-default}` in every text of a value; `$${` stands for `${`.
 *
 * @param value The configuration as read.
 * @param environment The variables.
 * @param path The value's path in the configuration.
 */
export function interpolate(value: unknown, environment: NodeJS.ProcessEnv, path = ''): Interpolated {
  const faults: ConfigurationFault[] = []
  const fill = (text: string, at: string): string =>
    text.replace(VARIABLE, (whole, name: string | undefined, fallback: string | undefined) => {
      if (name === undefined) return '${'
      const found = environment[name]
      if (found !== undefined && (found !== '' || fallback === undefined)) return found
      if (fallback !== undefined) return fallback
      faults.push(serverErrors.fault('MISSING_ENVIRONMENT_VARIABLE', at, { name }))
      return whole
    })
  const walk = (node: unknown, at: string): unknown => {
    if (typeof node === 'string') return fill(node, at)
    if (Array.isArray(node)) return node.map((item, index) => walk(item, joinPath(at, index)))
    if (typeof node !== 'object' || node === null) return node
    return Object.fromEntries(Object.entries(node).map(([key, item]) => [key, walk(item, joinPath(at, key))]))
  }
  return { value: walk(value, path), faults }
}
