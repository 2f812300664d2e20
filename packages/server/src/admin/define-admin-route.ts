import * as z from 'zod'
import { type AdminContext, type AdminRoute, type AdminRouteFacts, guardRoute, type Owned } from './admin-route.ts'
import { idempotencyKeyOf, parsePart } from './request-parts.ts'

/** What a handler gets. */
export interface AdminCall<Params, Query, Body> extends AdminContext {
  readonly params: Params
  readonly query: Query
  readonly body: Body
  /** What the request calls itself, of a route that is `idempotent`; null: nothing. */
  readonly once: string | null
}

/** The schema of what takes nothing. */
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
  /** The ids of the path. */
  readonly params?: P
  /** Of the query; unknown ones are refused. */
  readonly query?: Q
  /** Of a JSON body; unknown fields are refused. Fields named `account_id`, `…_account_id` and `parent_id` are checked: seen, or 404. */
  readonly body?: B
  /** What success answers; what it does not name never leaves. */
  readonly response: R
  handle(call: AdminCall<z.output<P>, z.output<Q>, z.output<B>>): Promise<z.input<R>>
}

/**
 * Declares a route of the admin API: one value gives its validation, its types, its part of the OpenAPI document and its isolation
 * test.
 *
 * @throws `ADMIN_ROUTE_INVALID` where an id of the path has no schema, or nobody says whose it is.
 * @example
 * export const revokeKey = defineAdminRoute({
 *   id: 'keys.revoke', method: 'POST', path: '/keys/{key_id}/revoke', scope: 'keys:write', summary: 'End a key',
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
  // What is left out takes nothing: the defaults of the type parameters say the same.
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
