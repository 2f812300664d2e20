import type { ConfigurationFault, ErrorTable, Operation, Scope } from '@parakh/core'
import { kernelErrors } from '../error-codes.ts'
import type { SoundPlugin } from './placed-part.ts'

/** An operation with the plugin that brings it; `core` for those of the platform. */
export interface HostedOperation {
  readonly plugin: string
  readonly operation: Operation
}
/** What operators and accounts can do on a host. */
export interface PlannedOperations {
  readonly operations: readonly HostedOperation[]
  /** Of all operations, each once: what a credential may be given. */
  readonly scopes: readonly Scope[]
  readonly tables: readonly ErrorTable<string>[]
}

/** What an operation is called on the command line; null: it is no command. */
export const commandNameOf = ({ id, command }: Operation): string | null =>
  command === null ? null : (command.name ?? id.replaceAll('.', ' '))

/** A path with its parameters made alike, so that two of one shape are found. */
const routeOf = ({ method, path }: Operation): string | null =>
  path === null ? null : `${method} ${path.replace(/\{[^}]+\}/g, '{}')}`

const sameScope = (one: Scope, other: Scope): boolean =>
  one.for === other.for && one.summary === other.summary && `${one.includes}` === `${other.includes}`

/**
 * Operations of all plugins, with their scopes and tables of codes. Pure; every fault at once: what two operations both claim, and a scope
 * that two declare differently.
 */
export function planOperations(
  parts: readonly SoundPlugin[],
): PlannedOperations & { readonly faults: readonly ConfigurationFault[] } {
  const operations = parts.flatMap(({ plugin }) =>
    plugin.definition.operations.map((operation) => ({ plugin: plugin.id, operation })),
  )
  const { scopes, faults } = scopesOf(parts)
  const tables = parts.flatMap(({ plugin }) => plugin.definition.errors)
  return { operations, scopes, tables, faults: [...parts.flatMap(claimChecker()), ...faults] }
}

const pathOf = ({ path }: SoundPlugin): string => (path === '' ? 'operations' : path)

/** Finds ids, routes and names of commands that were claimed before. */
function claimChecker(): (part: SoundPlugin) => readonly ConfigurationFault[] {
  const claimed = new Map<string, string>()
  return (part) => {
    const { id: second, definition } = part.plugin
    const claims = [
      ...definition.commands.map(({ name }) => ['command', `${second} ${name}`] as const),
      ...definition.operations.flatMap((operation) => [
        ['id', operation.id] as const,
        ['route', routeOf(operation)] as const,
        ['command', commandNameOf(operation)] as const,
      ]),
    ]
    return claims.flatMap(([what, name]) => {
      if (name === null) return []
      const first = claimed.get(`${what} ${name}`)
      claimed.set(`${what} ${name}`, first ?? second)
      if (first === undefined) return []
      return kernelErrors.fault('OPERATION_DUPLICATE', pathOf(part), { what, name, first, second })
    })
  }
}

/** The scopes of all operations, each once, and those that are declared differently. */
function scopesOf(parts: readonly SoundPlugin[]) {
  const known = new Map<string, { readonly scope: Scope; readonly plugin: string }>()
  const faults: ConfigurationFault[] = []
  for (const part of parts)
    for (const { scope } of part.plugin.definition.operations) {
      if (scope === null) continue
      const { plugin: first, scope: other } = known.get(scope.id) ?? { plugin: part.plugin.id, scope }
      known.set(scope.id, { scope: other, plugin: first })
      if (!sameScope(other, scope))
        faults.push(kernelErrors.fault('SCOPE_CONFLICT', pathOf(part), { id: scope.id, first, second: part.plugin.id }))
    }
  return { scopes: [...known.values()].map(({ scope }) => scope), faults }
}
