import type * as z from 'zod'
import { coreErrors } from '../error-codes.ts'
import type { Needs, Resolved } from '../token.ts'
import type {
  FileOf,
  Operation,
  OperationCommand,
  OperationContext,
  OperationDefinition,
  OperationRoute,
  PathOf,
  Whose,
} from './operation.ts'
import { rowsOf } from './page.ts'

const DEFAULTS = { status: 200, errors: {}, files: [], bodyLimitBytes: 65_536, idempotent: false } as const
const PATH_PARAMETER = /\{([^}]+)\}/g

const kindOf = (whose: Whose<never, Needs, never>): Operation['whose'] =>
  typeof whose === 'string' ? whose : 'account' in whose ? 'account' : 'owner'

/** The parameters of an operation's path, in order. */
export const pathParametersOf = (path: string): readonly string[] =>
  [...path.matchAll(PATH_PARAMETER)].map(([, name]) => `${name}`)

/**
 * Declares an operation. Its route, OpenAPI operation, command, typed call and isolation test come from this value.
 *
 * @throws `OPERATION_INVALID` where a parameter of the path is no field of the input, `whose` is absent, or a scope has no path: for callers without types.
 * @example
 * export const revokeKey = defineOperation({
 *   id: 'keys.revoke', effect: 'write', summary: 'Revoke a key', scope: keysWrite, path: '/keys/{key_id}/revoke',
 *   input: z.object({ key_id: z.string() }),
 *   output: KeyView,
 *   whose: { owner: async ({ key_id }, { keys }) => (await keys.get(key_id))?.account.id ?? null },
 *   command: { positional: ['key_id'] },
 *   needs: { keys: Keys },
 *   handle: async ({ input, actor, keys }) => presentKey(await keys.revoke(input.key_id, actor)),
 * })
 */
export function defineOperation<
  const P extends string,
  I extends z.ZodObject,
  O extends z.ZodType,
  const N extends Needs,
  const F extends readonly string[] = readonly [],
>(
  definition: OperationDefinition<P, I, O, N, F> & OperationRoute<PathOf<P, z.output<I>>>,
): Operation<z.input<I>, z.output<O> | FileOf<F>> {
  const { id, effect, scope, path = null, input, output, whose, stepUp = false, production, command = {} } = definition
  const parameters = path === null ? [] : pathParametersOf(path)
  const refuse = (detail: string): never => {
    throw coreErrors.error('OPERATION_INVALID', { id, detail })
  }
  if ((scope === null) !== (path === null))
    refuse('it has a scope or a path alone. Allowed: both, or scope: null without a path')
  const missing = parameters.find((name) => !Object.hasOwn(input.shape, name))
  if (missing !== undefined) refuse(`its path has {${missing}}, which is no field of its input`)
  if (whose === undefined)
    refuse(
      'it does not say whose data it touches. Allowed: whose, with an account, an owner, operators, everyone or person',
    )
  return {
    ...DEFAULTS,
    method: effect === 'read' ? 'GET' : 'POST',
    ...definition,
    path,
    rows: rowsOf(output),
    parameters,
    whose: kindOf(whose as Whose<never, Needs, never>),
    accountField: typeof whose === 'object' && 'account' in whose ? whose.account : null,
    reach: typeof whose === 'string' ? 'branch' : (whose.reach ?? 'branch'),
    // The host gives a command what the schemas have parsed.
    command: command === false || whose === 'person' ? null : (command as OperationCommand<never, unknown>),
    form: (definition.form ?? {}) as Operation['form'],
    async owner(given, services) {
      if (typeof whose === 'string') return undefined
      if ('owner' in whose) return await whose.owner(given as z.output<I>, services as Resolved<N>)
      const named = (given as Readonly<Record<string, unknown>>)[whose.account]
      return typeof named === 'string' ? named : undefined
    },
    usesProduction: async (given, services) =>
      (await production?.(given as z.output<I>, services as Resolved<N>)) ?? false,
    stepUp: typeof stepUp === 'function' ? 'by-input' : stepUp ? 'always' : 'never',
    needsStepUp: async (given, services) =>
      typeof stepUp === 'function' ? await stepUp(given as z.output<I>, services as Resolved<N>) : stepUp,
    run: ({ services, ...context }) =>
      definition.handle({ ...services, ...context } as OperationContext<z.output<I>> & Resolved<N>),
  }
}
