import type { Page } from '@parakh/core'
import * as z from 'zod'
import { type AdminContext, type AdminRoute, type AdminRouteFacts, guardRoute, type Owned } from './admin-route.ts'
import type { Nothing } from './define-admin-route.ts'
import { parsePart } from './request-parts.ts'

const PAGE = z.object({
  cursor: z.string().min(1).max(1_000).optional().describe('The next_cursor of the previous page'),
  limit: z
    .string()
    .regex(/^([1-9]\d{0,2}|1000)$/, 'must be 1 to 1000')
    .default('100')
    .describe('The page size, 1 to 1000'),
  format: z
    .enum(['json', 'csv'])
    .optional()
    .describe('csv: the page as CSV, as Accept: text/csv does; its cursor is in the header X-Next-Cursor'),
})

/** The requested page of a list. */
export interface PageQuery {
  readonly cursor: string | null
  /** 1 to 1,000. */
  readonly limit: number
}

interface ListDefinition<Path extends string, I extends z.ZodObject, F extends z.ZodObject, P extends z.ZodObject>
  extends Omit<AdminRouteFacts, 'method' | 'status' | 'files' | 'bodyLimit'> {
  readonly path: Path
  readonly params?: P
  /** Query parameters besides `cursor`, `limit` and `format`. Accounts among them are checked. */
  readonly filters?: F
  /** A row. Its fields, in order, are the CSV columns. */
  readonly item: I
  handle(
    call: AdminContext & { readonly params: z.output<P>; readonly filters: z.output<F>; readonly page: PageQuery },
  ): Promise<Page<z.input<I>>>
}

/**
 * Declares a list with filters, cursor pagination and CSV.
 *
 * @throws `ADMIN_ROUTE_INVALID` if an id of the path has no schema or no declared owner.
 * @example
 * export const listAccounts = defineAdminList({
 *   id: 'accounts.list', path: '/accounts', scope: 'accounts:read', summary: 'List the accounts of the branch',
 *   filters: z.object({ role: z.enum(ROLES).optional() }),
 *   item: AccountView,
 *   handle: async ({ host, viewer, filters, page }) => pageOf(await accountsSeen(host, viewer, filters), page),
 * })
 */
export function defineAdminList<
  const Path extends string,
  I extends z.ZodObject,
  F extends z.ZodObject = Nothing,
  P extends z.ZodObject = Nothing,
>(definition: ListDefinition<Path, I, F, P> & Owned<Path, P>): AdminRoute {
  const { handle, owner, params, filters, item } = definition
  // Omitted schemas accept nothing, like the defaults of the type parameters.
  const own = (filters ?? z.object({})) as F
  return guardRoute(
    { ...definition, method: 'GET' },
    {
      schemas: {
        ...{
          params: (params ?? z.object({})) as P,
          query: z.object({ ...own.shape, ...PAGE.shape }),
          body: null,
          rows: item,
        },
        response: z.object({ items: z.array(item), next_cursor: z.string().nullable() }),
      },
      owner,
      async run(context, ids, { query }) {
        const [asked, rest] = divide(query)
        const { cursor = null, limit } = parsePart(PAGE, asked)
        const page = { cursor, limit: Number(limit) }
        const { items, next } = await handle({ ...context, params: ids, filters: parsePart(own, rest), page })
        return { items, next_cursor: next }
      },
    },
  )
}

/** Splits the query into pagination and filters. */
function divide(query: unknown): readonly [object, object] {
  const all = Object.entries(typeof query === 'object' && query !== null ? query : {})
  const isPage = ([name]: readonly [string, unknown]): boolean => Object.hasOwn(PAGE.shape, name)
  return [Object.fromEntries(all.filter(isPage)), Object.fromEntries(all.filter((entry) => !isPage(entry)))]
}
