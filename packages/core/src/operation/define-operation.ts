import type * as z from 'zod'
import { coreErrors } from '../error-codes.ts'
import type { Needs, Resolved } from '../token.ts'
import type { Operation, OperationCommand, OperationContext, OperationDefinition, Whose } from './operation.ts'
import { rowsOf } from './page.ts'

const DEFAULTS = { status: 200, errors: {}, files: [], bodyLimitBytes: 65_536, idempotent: false } as const
const PATH_PARAMETER = /\{([^}]+)\}/g

const kindOf = <I, N extends Needs>(whose: Whose<I, N>): Operation['whose'] =>
  typeof whose === 'string' ? whose : 'account' in whose ? 'account' : 'owner'

/** The parameters of an operation's path, in order. */
export const pathParametersOf = (path: string): readonly string[] =>
  [...path.matchAll(PATH_PARAMETER)].map(([, name]) => `${name}`)

/**
 * Declares an operation. Its route, OpenAPI operation, command, typed call and isolation test come from this value.
 *
 * @throws `OPERATION_INVALID` where a parameter of the path is no field of the input: for callers without types.
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
>(definition: OperationDefinition<P, I, O, N>): Operation<z.input<I>, z.output<O>> {
  const { id, effect, path, input, output, whose, command = {} } = definition
  const missing = pathParametersOf(path).find((name) => !Object.hasOwn(input.shape, name))
  if (missing !== undefined)
    throw coreErrors.error('OPERATION_INVALID', {
      id,
      detail: `its path has {${missing}}, which is no field of its input`,
    })
  return {
    ...DEFAULTS,
    method: effect === 'read' ? 'GET' : 'POST',
    ...definition,
    rows: rowsOf(output),
    whose: kindOf(whose),
    reach: typeof whose === 'string' ? 'branch' : (whose.reach ?? 'branch'),
    // The host gives a command what the schemas have parsed.
    command: command === false ? null : (command as OperationCommand<never, unknown>),
    form: (definition.form ?? {}) as Operation['form'],
    async owner(given, services) {
      if (typeof whose === 'string') return undefined
      const asked = given as z.output<I>
      if ('account' in whose) return String(asked[whose.account as keyof z.output<I>])
      return await whose.owner(asked, services as Resolved<N>)
    },
    run: ({ services, ...context }) =>
      definition.handle({ ...services, ...context } as OperationContext<z.output<I>> & Resolved<N>),
  }
}
