import type { Operation } from '@parakh/core'
import { textInput } from '@parakh/kernel'
import * as z from 'zod'
import { notFound } from './admin-fault.ts'
import type { AdminRoute } from './admin-route.ts'
import { idempotencyKeyOf, invalidFields, parsePart, type RawAdminRequest, refuseNul } from './request-parts.ts'

const Fields = z.record(z.string(), z.unknown())
const NOTHING = z.object({})
const FORMAT = {
  format: z
    .enum(['json', 'csv'])
    .optional()
    .describe('csv: the page as CSV, as Accept: text/csv does; its cursor is in the header X-Next-Cursor'),
}

const pick = ({ shape }: z.ZodObject, isIn: (name: string) => boolean): z.ZodObject =>
  z.object(Object.fromEntries(Object.entries(shape).filter(([name]) => isIn(name))))

/** The operations of a host that have a route, as routes of the admin API. */
export const operationRoutes = (operations: readonly Operation[]): readonly AdminRoute[] =>
  operations.flatMap((operation) => operationRoute(operation) ?? [])

function ownedBy({ whose, parameters }: Operation): AdminRoute['ownedBy'] {
  if (whose === 'owner') return 'function'
  if (whose === 'operators' || whose === 'person') return whose
  return parameters.includes('account_id') ? 'account_id' : null
}

/** An operation as a route: fields of its path, then of the query (GET, DELETE) or of the JSON body. Null: it has none. */
function operationRoute(operation: Operation): AdminRoute | null {
  const { id, method, path, scope, summary, status, input, output, rows, parameters } = operation
  const { errors, files, bodyLimitBytes, idempotent } = operation
  if (scope === null || path === null) return null
  const isOfPath = (name: string): boolean => parameters.includes(name)
  const params = pick(input, isOfPath)
  const rest = pick(input, (name) => !isOfPath(name))
  const hasQuery = method === 'GET' || method === 'DELETE'
  const query = hasQuery ? z.object({ ...rest.shape, ...(rows ? FORMAT : {}) }) : NOTHING
  return {
    ...{ id, method, path, scope, summary, status, errors, files, rows, params, query, response: output },
    ...{ bodyLimit: bodyLimitBytes, ...(idempotent ? { idempotent } : {}) },
    body: hasQuery || Object.keys(rest.shape).length === 0 ? null : rest,
    ownedBy: ownedBy(operation),
    async answer({ host, accountId, actor, scopes, person }, raw) {
      refuseNul(raw)
      const { named, rest: asked } = splitQuery(raw, isOfPath)
      const ids = textInput(input, named)
      if (!(await params.safeParseAsync(ids)).success) throw notFound()
      const given = hasQuery ? textInput(input, queryOf(asked, rows !== null)) : bodyOf(asked)
      const doubled = Object.keys(given).find(isOfPath)
      if (doubled !== undefined) throw invalidFields({ [doubled]: 'is not a field of this request' })
      const as = accountId === null ? { operator: actor } : { accountId, actor }
      const once = idempotent ? idempotencyKeyOf(raw.idempotencyKey) : null
      return await host.run(id, { ...ids, ...given }, { ...as, scopes, once, person })
    },
  }
}

/** A path segment in place of an id that the query has: many proxies refuse an encoded `/` in a path. */
const IN_QUERY = '-'

/** The ids of the path, with those that the query gives for `-`, and the request without these. */
function splitQuery(raw: RawAdminRequest, isOfPath: (name: string) => boolean) {
  const [params, query] = [Fields.parse(raw.params), Fields.parse(raw.query)]
  const isId = ([name]: readonly [string, unknown]): boolean => isOfPath(name) && params[name] === IN_QUERY
  const entries = Object.entries(query)
  const rest: RawAdminRequest = { ...raw, query: Object.fromEntries(entries.filter((entry) => !isId(entry))) }
  return { named: { ...params, ...Object.fromEntries(entries.filter(isId)) }, rest }
}

/** The fields of a query; a body beside it is refused, and so is an unknown format of a list. */
function queryOf({ query, body }: RawAdminRequest, isList: boolean): Readonly<Record<string, unknown>> {
  parsePart(NOTHING, body ?? {})
  const { format, ...fields } = Fields.parse(query)
  if (!isList) return Fields.parse(query)
  if (format !== undefined) parsePart(z.object(FORMAT), { format })
  return fields
}

/** The fields of a body; a query beside it is refused. */
function bodyOf({ query, body }: RawAdminRequest): Readonly<Record<string, unknown>> {
  parsePart(NOTHING, query)
  const fields = Fields.safeParse(body ?? {})
  return fields.success ? fields.data : parsePart(NOTHING, body)
}
