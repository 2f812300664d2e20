import type { ParsedHttpSource } from '@parakh/core'
import type { ExchangeRequest } from '../exchange/exchange.ts'
import type { Expression } from '../expression/expression.ts'
import { encodeBody, formFields } from './body.ts'
import type { Compiler, Scope } from './compiler.ts'
import { checkHeaderName, evaluateHeaders } from './headers.ts'
import { compilePath } from './path-template.ts'

/** One request as it stands in a configuration. */
export type DescribedRequest = Pick<
  ParsedHttpSource['operations'][string],
  'method' | 'path' | 'query' | 'headers' | 'body'
>
/** What the expressions of a request see. The status of a write has no input. */
export interface RequestData {
  readonly input?: unknown
  readonly reference: string
}
/** Builds a request. @throws ExpressionFailure */
export type RequestTemplate = (data: RequestData) => Promise<ExchangeRequest>
/** What all requests of a source share. */
export interface SourceBase {
  readonly compiler: Compiler
  /** Before each path, without a trailing slash. */
  readonly pathPrefix: string
  readonly headers: Readonly<Record<string, string>>
}
type Named = readonly (readonly [name: string, Expression])[]

/**
 * Compiles a described request.
 *
 * @param path Where it stands in the configuration.
 * @param scope What its expressions may refer to.
 */
export function compileRequest(
  described: DescribedRequest,
  path: string,
  { base, scope }: { base: SourceBase; scope: Scope },
): RequestTemplate {
  const { compiler } = base
  const named = (expressions: Readonly<Record<string, string>> | undefined, at: string): Named =>
    Object.entries(expressions ?? {}).map(([name, text]) => [name, compiler.expression(text, `${at}.${name}`, scope)])
  const { body, method = body === undefined ? 'GET' : 'POST' } = described
  if (method === 'GET' && body !== undefined) compiler.fault('BODY_NOT_ALLOWED', `${path}.body`)
  const fillPath = compilePath(described.path, `${path}.path`, { compiler, scope })
  const query = named(described.query, `${path}.query`)
  const headers = named(described.headers, `${path}.headers`)
  for (const [name] of headers) checkHeaderName(name, `${path}.headers.${name}`, compiler)
  const whole = typeof body === 'string' ? compiler.expression(body, `${path}.body`, scope) : null
  const fields = typeof body === 'object' ? named(body, `${path}.body`) : []
  return async (data) => {
    const sent = { ...base.headers, ...(await evaluateHeaders(headers, data)) }
    const url = withQuery(base.pathPrefix + (await fillPath(data)), formFields(await evaluateAll(query, data)))
    if (body === undefined) return { method, path: url, headers: sent, body: null }
    const value = whole ? await whole.evaluate(data) : await evaluateAll(fields, data)
    const { text, contentType } = encodeBody(value, sent['content-type'])
    return { method, path: url, headers: { ...sent, 'content-type': contentType }, body: text }
  }
}

/** Evaluates expressions by name; one that gives nothing is left out. */
export async function evaluateAll(named: Named, data: object): Promise<Readonly<Record<string, unknown>>> {
  const values: [string, unknown][] = []
  for (const [name, expression] of named) {
    const value = await expression.evaluate(data)
    if (value !== undefined) values.push([name, value])
  }
  return Object.fromEntries(values)
}

const withQuery = (path: string, query: string): string =>
  query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`
