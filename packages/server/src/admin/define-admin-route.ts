import * as z from 'zod'
import { type AdminContext, type AdminRoute, type AdminRouteFacts, guardRoute, type Owned } from './admin-route.ts'
import { idempotencyKeyOf, parsePart } from './request-parts.ts'

/** The arguments of a handler. */
export interface AdminCall<Params, Query, Body> extends AdminContext {
  readonly params: Params
  readonly query: Query
  readonly body: Body
  /** The idempotency key, for a route that is `idempotent`; null: none was sent. */
  readonly once: string | null
}

/** The schema of an omitted part. */
export type Nothing = z.ZodObject<Record<never, never>>
const NOTHING: Nothing = z.object({})

interface Definition<
  Path extends string,
  P extends z.ZodObject,
  Q extends z.ZodObject,
  B extends z.ZodObject,
  R extends z.ZodType,
> extends AdminRouteFacts {
  readonly path: Path
  /** The path parameters. */
  readonly params?: P
  /** The query parameters; unknown ones are refused. */
  readonly query?: Q
  /** The JSON body; unknown fields are refused. Accounts in `account_id`, `…_account_id` and `parent_id` must be accessible, else 404. */
  readonly body?: B
  /** The response; fields that it does not declare are never sent. */
  readonly response: R
  handle(call: AdminCall<z.output<P>, z.output<Q>, z.output<B>>): Promise<z.input<R>>
}

/**
 * Declares a route of the admin API. Its validation, types, OpenAPI operation and isolation test come from this value.
 *
 * @throws `ADMIN_ROUTE_INVALID` if an id of the path has no schema or no declared owner.
 * @example
 * export const revokeKey = defineAdminRoute({
 *   id: 'keys.revoke', method: 'POST', path: '/keys/{key_id}/revoke', scope: 'keys:write', summary: 'Revoke a key',
 *   params: z.object({ key_id: z.string() }),
 *   response: KeyView,
 *   owner: async (host, { key_id }) => (await host.get(Keys).get(key_id))?.account.id ?? null,
 *   handle: async ({ host, actor, params }) => presentKey(await host.get(Keys).revoke(params.key_id, actor)),
 * })
 */
export function defineAdminRoute<
  const Path extends string,
  R extends z.ZodType,
  P extends z.ZodObject = Nothing,
  Q extends z.ZodObject = Nothing,
  B extends z.ZodObject = Nothing,
>(definition: Definition<Path, P, Q, B, R> & Owned<Path, P>): AdminRoute {
  const { handle, owner, params, query, body, response } = definition
  // Omitted schemas accept nothing, like the defaults of the type parameters.
  const schemas = { params: (params ?? NOTHING) as P, query: (query ?? NOTHING) as Q, body: (body ?? NOTHING) as B }
  return guardRoute(definition, {
    schemas: { ...schemas, body: body ?? null, response, rows: null },
    owner,
    run: (context, ids, raw) =>
      handle({
        ...context,
        params: ids,
        once: definition.idempotent ? idempotencyKeyOf(raw.idempotencyKey) : null,
        query: parsePart(schemas.query, raw.query),
        body: parsePart(schemas.body, raw.body ?? {}),
      }),
  })
}
