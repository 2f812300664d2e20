import type { Scope } from '@parakh/core'
import type { Host } from '@parakh/kernel'
import type * as z from 'zod'
import type { CheckedConfig } from '../config/checked-config.ts'
import { serverErrors } from '../error-codes.ts'
import { type UnconvertedScope, unconvertedScope } from '../services/unconverted-scopes.ts'
import { isAdminFile } from './admin-file.ts'
import type { AdminViewer } from './admin-viewer.ts'
import { parsePath, type RawAdminRequest, refuseNul } from './request-parts.ts'
import { requireVisible } from './require-visible.ts'

/** The context of a request: host and caller. */
export interface AdminContext {
  readonly host: Host
  /** The actor for the audit log: `admin:<name of the credential>`. */
  readonly actor: string
  readonly viewer: AdminViewer
  /** The scopes of the credential. */
  readonly scopes: readonly string[]
  /** The configuration without secrets. */
  readonly config: Omit<CheckedConfig, 'secrets' | 'database' | 'services'>
}

/**
 * The owner of the object that an id in the path names. A function returns its account, null if it does not exist; an unknown id and
 * one outside the viewer's branch are both answered 404. `operators`: no account, for operators only (403 for others).
 */
export type Owner<Params> = ((host: Host, params: Params) => Promise<string | null>) | 'operators'

/** The declaration of a route, without its schemas. */
export interface AdminRouteFacts {
  /** Unique: the OpenAPI operation id. `accounts.get`. */
  readonly id: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below `/admin/v1`: `/keys/{key_id}/rotate`. */
  readonly path: string
  /** The scope that a credential must have. */
  readonly scope: UnconvertedScope
  /** A one-line summary that begins with a verb. */
  readonly summary: string
  /** `below`: for accounts below the caller's, not for itself (403). Default `branch`: for itself and those below. */
  readonly reach?: 'branch' | 'below'
  /** HTTP status of success. Default 200. */
  readonly status?: 200 | 201 | 202
  /** HTTP status of errors by code, 400 to 499, if error-status.ts has no rule. */
  readonly errors?: Readonly<Record<string, number>>
  /** Media types of file responses (`adminFile`), besides JSON. */
  readonly files?: readonly string[]
  /** The largest request body, in bytes. Default 65,536. */
  readonly bodyLimit?: number
  /** Whether the header `Idempotency-Key` is supported. */
  readonly idempotent?: true
}

/** A route of the admin API: its declaration and its handler. */
export interface AdminRoute extends Omit<AdminRouteFacts, 'scope'> {
  readonly scope: Scope
  readonly params: z.ZodObject
  readonly query: z.ZodObject
  /** Null: no body. */
  readonly body: z.ZodObject | null
  readonly response: z.ZodType
  /** The rows of a list, whose fields are the CSV columns. Null: not a list. */
  readonly rows: z.ZodObject | null
  /** How isolation of the path's ids is checked: a function, operators only, or by the path's `account_id`; null: no ids. */
  readonly ownedBy: 'function' | 'operators' | 'account_id' | null
  /** Validates the request, checks that the viewer may see every named account, and runs the handler. Returns the declared fields or a file; throws the error response. */
  answer(context: AdminContext, raw: RawAdminRequest): Promise<unknown>
}

type HasOtherIds<Path extends string> = Path extends `${infer Before}{account_id}${infer After}`
  ? HasOtherIds<`${Before}${After}`>
  : Path extends `${string}{${string}`
    ? true
    : false
/** A path with an id other than `account_id` must declare its owner; `account_id` is always checked. */
export type Owned<Path extends string, P extends z.ZodObject> =
  HasOtherIds<Path> extends true ? { readonly owner: Owner<z.output<P>> } : { readonly owner?: never }

/** A declaration with its schemas and handler. */
interface RouteParts<P extends z.ZodObject> {
  readonly schemas: Pick<AdminRoute, 'query' | 'body' | 'response' | 'rows'> & { readonly params: P }
  readonly owner: Owner<z.output<P>> | undefined
  run(context: AdminContext, params: z.output<P>, raw: RawAdminRequest): Promise<unknown>
}

/**
 * Adds the checks before a route's handler: the ids of its path, and that the viewer may see them.
 *
 * @throws `ADMIN_ROUTE_INVALID` if an id of the path has no schema or no declared owner.
 */
export function guardRoute<P extends z.ZodObject>(
  facts: AdminRouteFacts,
  { schemas, owner, run }: RouteParts<P>,
): AdminRoute {
  checkPath(facts, schemas.params, owner !== undefined)
  return {
    ...facts,
    ...schemas,
    scope: unconvertedScope(facts.scope),
    ownedBy: ownedBy(facts.path, owner),
    async answer(context, raw) {
      refuseNul(raw)
      const params = parsePath(schemas.params, raw.params)
      await requireVisible(context.viewer, facts, {
        owner: typeof owner === 'function' ? await owner(context.host, params) : owner,
        params: raw.params,
        others: [raw.query, raw.body],
      })
      const answer = await run(context, params, raw)
      return isAdminFile(answer) ? answer : await schemas.response.parseAsync(answer)
    },
  }
}

function ownedBy(path: string, owner: Owner<never> | undefined): AdminRoute['ownedBy'] {
  if (owner !== undefined) return typeof owner === 'function' ? 'function' : owner
  return path.includes('{account_id}') ? 'account_id' : null
}

/** The parameter names of the path, in order. */
export const pathNames = (path: string): readonly string[] =>
  [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => `${name}`)

function checkPath({ id, path }: AdminRouteFacts, params: z.ZodObject, owned: boolean): void {
  const refuse = (detail: string): never => {
    throw serverErrors.error('ADMIN_ROUTE_INVALID', { id, detail })
  }
  for (const name of pathNames(path)) {
    if (!Object.hasOwn(params.shape, name)) refuse(`{${name}} has no schema`)
    if (name !== 'account_id' && !owned) refuse(`nobody says whose {${name}} is`)
  }
}
