import type { Host } from '@parakh/kernel'
import * as z from 'zod'
import type { OpenApiDocument } from '../openapi/document.ts'
import type { DocumentOptions } from '../openapi/document-options.ts'
import { answerSchema, fieldsOf, type JsonSchema, requestSchema } from '../openapi/json-schema.ts'
import { type AdminRoute, pathNames } from './admin-route.ts'
import { operationRoutes } from './operation-route.ts'

/** The OpenAPI 3.1 document of the admin API. */
export type AdminOpenApiDocument = OpenApiDocument

const FAULT = z.object({
  request_id: z.string().describe('The id of the request, as in the header X-Request-Id and in the log of the server'),
  error: z.object({
    code: z.string(),
    message: z.string(),
    fields: z.record(z.string(), z.string()).optional().describe('Of a 422: each invalid field, and what is allowed'),
  }),
})
const DESCRIPTIONS: Readonly<Record<number, string>> = {
  200: 'Done',
  201: 'Made',
  202: 'Taken',
  400: 'The request cannot be read',
  401: 'The credential is missing, wrong, ended or revoked',
  402: 'The wallet has too little',
  403: 'The credential may not do this',
  404: 'There is no such thing, or it is outside of what the credential sees',
  409: 'It cannot be done as things stand',
  413: 'The body is too large',
  422: 'Some fields are not valid',
  429: 'Too many credentials failed',
  500: 'Unexpected error',
  503: 'Temporarily unavailable',
}

const topicOf = ({ id }: AdminRoute): string => id.split('.')[0] ?? id
/** `accounts.apis.grant` -> `accounts_apis_grant`. */
const operationId = ({ id }: AdminRoute): string => id.replaceAll(/[.-]/g, '_')

const IDEMPOTENCY_KEY = {
  ...{ name: 'Idempotency-Key', in: 'header', required: false },
  description:
    'Names this request of the credential, bare or in double quotes: sent again, it acts no second time and is answered 409',
  schema: { type: 'string', minLength: 1, maxLength: 256 },
}

function parametersOf(route: AdminRoute): readonly object[] {
  const [inPath, inQuery] = [requestSchema(route.params), requestSchema(route.query)].map(fieldsOf)
  const one = (where: 'path' | 'query', required: readonly string[]) => (entry: readonly [string, JsonSchema]) => {
    const [name, { description, ...schema }] = entry
    const about = typeof description === 'string' ? { description } : {}
    return { name, in: where, required: where === 'path' || required.includes(name), ...about, schema }
  }
  const named = new Set(pathNames(route.path))
  return [
    ...(route.idempotent ? [IDEMPOTENCY_KEY] : []),
    ...Object.entries(inPath?.fields ?? {})
      .filter(([name]) => named.has(name))
      .map(one('path', [])),
    ...Object.entries(inQuery?.fields ?? {}).map(one('query', inQuery?.required ?? [])),
  ]
}

/**
 * One media type for each response: of two, generated clients make a union of JSON and text, and a field of the JSON does not compile. What else
 * may be asked for is named beside it.
 */
function successOf(route: AdminRoute): object {
  const { rows, files = [], status = 200 } = route
  const others = [...(rows === null ? [] : ['text/csv']), ...files]
  return {
    description: DESCRIPTIONS[status],
    content: { 'application/json': { schema: jsonAnswer(route.response) } },
    ...(others.length > 0 ? { 'x-also': others } : {}),
  }
}

/** The JSON schema of a response; a file has no schema, only a media type. */
function jsonAnswer(response: z.ZodType): object {
  const { anyOf, ...schema } = answerSchema(response)
  if (!Array.isArray(anyOf)) return answerSchema(response)
  const answers = z.array(z.record(z.string(), z.unknown())).parse(anyOf)
  const named = answers.filter((answer) => Object.keys(answer).length > 0)
  return named.length === 1 ? { ...schema, ...named[0] } : { ...schema, anyOf: named }
}

/** Every error status of a route. Whatever it takes, a client may send a URL that cannot be decoded, or a query that it does not take. */
function refusalsOf(route: AdminRoute): readonly number[] {
  const takesIds = pathNames(route.path).length > 0 || Object.keys(route.query.shape).length > 0 || route.body !== null
  const changes = route.method !== 'GET'
  const refusals = [
    ...[400, 401, 403],
    ...(takesIds ? [404] : []),
    ...(takesIds || changes ? [409] : []),
    ...(changes ? [413] : []),
    ...[422, 429, 500, 503],
    ...Object.values(route.errors),
  ]
  return [...new Set(refusals)]
}

function operationOf(route: AdminRoute): object {
  const refusal = (status: number): readonly [number, object] => [
    status,
    {
      description: DESCRIPTIONS[status],
      ...(status === 429
        ? { headers: { 'Retry-After': { description: 'Seconds', schema: { type: 'integer' } } } }
        : {}),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Fault' } } },
    },
  ]
  const parameters = parametersOf(route)
  const { body } = route
  return {
    operationId: operationId(route),
    tags: [topicOf(route)],
    summary: route.summary,
    description: `Needs the scope \`${route.scope.id}\`${route.scope.for === 'operators' ? ', which only operators have' : ''}.`,
    security: [{ AdminToken: [] }],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: requestBodyOf(body) } : {}),
    responses: {
      [route.status ?? 200]: successOf(route),
      ...Object.fromEntries(refusalsOf(route).map(refusal)),
    },
    'x-scope': route.scope.id,
  }
}

/** A body of optional fields alone may be left out. */
const requestBodyOf = (body: NonNullable<AdminRoute['body']>): object => ({
  required: !body.safeParse({}).success,
  content: { 'application/json': { schema: requestSchema(body) } },
})

/**
 * The OpenAPI 3.1 document of the admin API, from the same values as its routes.
 *
 * @param host Whose operations it has.
 * @param options The brand and the URL of the server.
 * @example
 * const document = adminOpenapi(host, { brand: { name: 'Acme Verify' }, baseUrl: 'https://api.acme.example' })
 */
export function adminOpenapi(
  host: Pick<Host, 'operations'>,
  { brand, baseUrl }: Pick<DocumentOptions, 'brand' | 'baseUrl'>,
): AdminOpenApiDocument {
  const paths: Record<string, Record<string, object>> = {}
  const routes = operationRoutes(host.operations.map(({ operation }) => operation))
  for (const route of routes)
    paths[`/admin/v1${route.path}`] = {
      ...paths[`/admin/v1${route.path}`],
      [route.method.toLowerCase()]: operationOf(route),
    }
  const topics = [...new Set(routes.map(topicOf))]
  return {
    openapi: '3.1.0',
    info: {
      title: `${brand.name} admin API`,
      version: '1.0.0',
      description: `Runs the business of ${brand.name}: an operator sees the whole tree, a reseller its own branch. If a proxy refuses an id with an encoded \`/\` in a path, write \`-\` there and send the id as the query parameter of the same name.`,
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
      contact: { name: brand.name, ...(brand.supportEmail === undefined ? {} : { email: brand.supportEmail }) },
    },
    servers: [{ url: baseUrl }],
    tags: topics.map((name) => ({ name, description: `Operations of ${name}` })),
    paths,
    components: {
      schemas: { Fault: answerSchema(FAULT) },
      securitySchemes: {
        AdminToken: {
          type: 'http',
          scheme: 'bearer',
          description:
            'A credential of the admin API, adm_…: parakh admin tokens create. An API key opens nothing here.',
        },
      },
    },
  }
}
