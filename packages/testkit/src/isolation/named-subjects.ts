import { namesAccount, type Operation } from '@parakh/core'
import type { HostedOperation } from '@parakh/kernel'
import type { Fields, IsolationOptions } from './isolation-options.ts'

/** Ids of what one member owns in one environment, by field. */
export type OwnIds = Readonly<Record<string, string>>

/** What fields of operations name. */
export interface Naming {
  readonly operations: readonly Operation[]
  /** Fields of which each member has an object. */
  readonly subjects: readonly string[]
  readonly fixed: Fields
  readonly within: Readonly<Record<string, readonly string[]>>
  readonly inputs: Readonly<Record<string, Fields>>
  readonly changing: readonly string[]
}

/** @param operations Those that are tried. */
export function namingOf(
  { subjects = {}, fixed = {}, within = {}, inputs = {}, changing = [] }: Omit<IsolationOptions, 'host'>,
  operations: readonly HostedOperation[],
): Naming {
  const known = ['account_id', 'key_id', ...Object.keys(subjects)]
  return { operations: operations.map(({ operation }) => operation), subjects: known, fixed, within, inputs, changing }
}

const isOfPath = ({ parameters }: Operation, name: string): boolean => parameters.includes(name)
const namesOf = ({ input }: Operation): readonly string[] => Object.keys(input.shape)
const isFixed = ({ fixed }: Naming, name: string): boolean => name === 'environment' || Object.hasOwn(fixed, name)
const withinOf = ({ within }: Naming, { id }: Operation): readonly string[] => within[id] ?? []

/** The fields of an operation that name an account or an object of one. */
export const subjectsOf = (naming: Naming, operation: Operation): readonly string[] =>
  namesOf(operation).filter((name) =>
    isOfPath(operation, name)
      ? !isFixed(naming, name)
      : namesAccount(name) || withinOf(naming, operation).includes(name),
  )
export const isRead = ({ effect }: Operation): boolean => effect === 'read'
/** Operations that name an account or an object of one. */
export const idBearing = (naming: Naming): readonly Operation[] =>
  naming.operations.filter((operation) => subjectsOf(naming, operation).length > 0)
/** Whether nobody but operators may run it. */
export const isForOperators = ({ scope, whose }: Operation): boolean =>
  scope === null || scope.for === 'operators' || whose === 'operators'

/** Its input for these ids: what they name, what is fixed, and what makes it valid. */
export function inputOf(naming: Naming, operation: Operation, ids: OwnIds): Fields {
  const named = subjectsOf(naming, operation).map((name) => [name, ids[name] ?? ids['account_id'] ?? ''] as const)
  const fixed = Object.entries({ environment: ids['environment'], ...naming.fixed }).filter(([name]) =>
    Object.hasOwn(operation.input.shape, name),
  )
  return { ...Object.fromEntries(fixed), ...naming.inputs[operation.id], ...Object.fromEntries(named) }
}

/** Ids that a trial could not follow: fields of which no member has an object. */
export function unknownSubjects(naming: Naming): readonly string[] {
  const tried = naming.operations.filter((one) => !isForOperators(one))
  return [
    ...tried.flatMap((one) => misfitsOf(naming, one)),
    ...naming.operations.flatMap((one) => unusedOf(naming, one)),
  ]
}

function misfitsOf(naming: Naming, operation: Operation): readonly string[] {
  const named = subjectsOf(naming, operation)
  const unmade = named.filter((name) => !namesAccount(name) && !naming.subjects.includes(name))
  const outside = namesOf(operation).filter(
    (name) => /_ids?$/.test(name) && !named.includes(name) && !isFixed(naming, name),
  )
  return [
    ...unmade.map((name) => `${operation.id} names a ${name}. Allowed: one that subjects make, or a value in fixed`),
    ...outside.map((name) => `${operation.id} takes ${name} outside its path. Allowed: in the path, or in within`),
  ]
}
const unusedOf = (naming: Naming, operation: Operation): readonly string[] =>
  withinOf(naming, operation).flatMap((name) =>
    namesOf(operation).includes(name) ? [] : [`within: ${operation.id} has no field ${name}`],
  )
