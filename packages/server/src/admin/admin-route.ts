import type { AdminScope } from '@parakh/core'
import type { Host } from '@parakh/kernel'
import type * as z from 'zod'
import type { CheckedConfig } from '../config/checked-config.ts'
import { serverErrors } from '../error-codes.ts'
import type { AdminViewer } from './admin-viewer.ts'
import { parsePath, type RawAdminRequest, refuseNul } from './request-parts.ts'
import { requireVisible } from './require-visible.ts'

/** Who asks, and of which host. */
export interface AdminContext {
  readonly host: Host
  /** Who acts, for the audit log: `admin:<name of the credential>`. */
  readonly actor: string
  readonly viewer: AdminViewer
  /** Of the configuration, what is no secret. */
  readonly config: Omit<CheckedConfig, 'secrets' | 'database' | 'services'>
}

/**
 * Whose a thing is that a path names by an id. A function gives the account that it belongs to, null where there is no such thing:
 * what does not exist and what is outside the viewer's branch are both answered 404. `operators`: of no account, for operators only
 * (403 for others).
 */
export type Owner<Params> = ((host: Host, params: Params) => Promise<string | null>) | 'operators'

/** What is declared of a route beside its schemas. */
export interface AdminRouteFacts {
  /** Unique: the OpenAPI operation id. `accounts.get`. */
  readonly id: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below `/admin/v1`: `/keys/{key_id}/rotate`. */
  readonly path: string
  /** What a credential must have for it. */
  readonly scope: AdminScope
  /** One line for the documentation, beginning with a verb. */
  readonly summary: string
  /** `below`: an account may do it to those under it, never to itself (403). Default `branch`: itself and those under it. */
  readonly reach?: 'branch' | 'below'
  /** HTTP status of success. Default 200. */
  readonly status?: 200 | 201 | 202
  /** HTTP status of errors by code, 400 to 499, where error-status.ts does not say so. */
  readonly errors?: Readonly<Record<string, number>>
  /** Media types that the handler may answer by `adminFile`, beside JSON. */
  readonly files?: readonly string[]
  /** The most of a body that is read, in bytes. Default 65,536. */
  readonly bodyLimit?: number
  /** Whether a request may name itself by the header `Idempotency-Key`, so that it acts once. */
  readonly idempotent?: true
}

/** A route of the admin API: data for its documentation and its tests, and how it is answered. */
export interface AdminRoute extends AdminRouteFacts {
  readonly params: z.ZodObject
  readonly query: z.ZodObject
  /** Null: it takes none. */
  readonly body: z.ZodObject | null
  readonly response: z.ZodType
  /** The rows of a list: what a column of the CSV is. Null: no list. */
  readonly rows: z.ZodObject | null
  /** How isolation is kept, for what the path names: a function, of no account, or by the path's `account_id`; null: no ids. */
  readonly ownedBy: 'function' | 'operators' | 'account_id' | null
  /** Checks what came, that the viewer sees what it names, and answers. Throws what it is refused with. */
  answer(context: AdminContext, raw: RawAdminRequest): Promise<unknown>
}

type HasOtherIds<Path extends string> = Path extends `${infer Before}{account_id}${infer After}`
  ? HasOtherIds<`${Before}${After}`>
  : Path extends `${string}{${string}`
    ? true
    : false
/** A path with an id other than `account_id` must say whose it is; `account_id` itself is checked without a word. */
export type Owned<Path extends string, P extends z.ZodObject> =
  HasOtherIds<Path> extends true ? { readonly owner: Owner<z.output<P>> } : { readonly owner?: never }

/** What a route is made from, when its schemas are known. */
interface RouteParts<P extends z.ZodObject> {
  readonly schemas: Pick<AdminRoute, 'query' | 'body' | 'response' | 'rows'> & { readonly params: P }
  readonly owner: Owner<z.output<P>> | undefined
  run(context: AdminContext, params: z.output<P>, raw: RawAdminRequest): Promise<unknown>
}

/**
 * Puts the checks before what a route does: the ids of its path, and that the viewer sees them.
 *
 * @throws `ADMIN_ROUTE_INVALID` where an id of the path has no schema, or nobody says whose it is.
 */
export function guardRoute<P extends z.ZodObject>(
  facts: AdminRouteFacts,
  { schemas, owner, run }: RouteParts<P>,
): AdminRoute {
  checkPath(facts, schemas.params, owner !== undefined)
  return {
    ...facts,
    ...schemas,
    ownedBy: ownedBy(facts.path, owner),
    async answer(context, raw) {
      refuseNul(raw)
      const params = parsePath(schemas.params, raw.params)
      await requireVisible(context.viewer, facts, {
        owner: typeof owner === 'function' ? await owner(context.host, params) : owner,
        params: raw.params,
        others: [raw.query, raw.body],
      })
      return await run(context, params, raw)
    },
  }
}

function ownedBy(path: string, owner: Owner<never> | undefined): AdminRoute['ownedBy'] {
  if (owner !== undefined) return typeof owner === 'function' ? 'function' : owner
  return path.includes('{account_id}') ? 'account_id' : null
}

/** The names in the path, in order. */
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
