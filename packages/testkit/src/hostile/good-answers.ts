import type { AnyFixture, Endpoint, ProviderOperation } from '@parakh/core'
import { fitted, replaced, textsIn } from '../plugin/fitted-value.ts'
import type { UpstreamExchange, UpstreamReply, UpstreamRequest } from '../upstream/exchange.ts'
import { reply } from '../upstream/replies.ts'
import type { RequestFields } from './hostile-options.ts'

/** What one operation answers a good request. */
export type Body = Readonly<Record<string, unknown>>

/** A request that production takes, and what a good upstream answers to it, by operation; null is its definite no. */
export interface GoodCase {
  readonly fields: RequestFields
  readonly records: Readonly<Record<string, Body | null>>
}

const isBody = (value: unknown): value is Body => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Which texts of a fixture's request became which. */
function changes(fixture: AnyFixture, fields: RequestFields): readonly (readonly [string, string])[] {
  const [before, after] = [textsIn(fixture.request), textsIn(fields)]
  return before.flatMap((text, place) => {
    const changed = after[place]
    return changed === undefined || changed === text ? [] : [[text, changed] as const]
  })
}

function recordOf(operation: ProviderOperation, given: unknown): Body | null {
  const record = fitted(operation.output, given)
  return isBody(record) ? record : null
}

/**
 * Makes a case of production out of a fixture: identities that cannot exist become possible ones, in the request and in the
 * records alike. Null where its request cannot be made valid.
 *
 * @param stated The request, where it is handed in.
 */
export function goodCase(endpoint: Endpoint, fixture: AnyFixture, stated?: RequestFields): GoodCase | null {
  const fields = stated ?? fitted(endpoint.request, fixture.request)
  if (!isBody(fields)) return null
  const pairs = stated ? [] : changes(fixture, fields)
  const records = Object.entries(endpoint.uses?.operations ?? {}).map(([name, operation]) => {
    const given = fixture.records?.[name] ?? null
    return [name, given === null ? null : recordOf(operation, replaced(given, pairs))] as const
  })
  return { fields, records: Object.fromEntries(records) }
}

/** What the operation was asked, as the HTTP source sends it. */
function inputOf({ body }: UpstreamRequest): Body {
  const sent: unknown = body === '' ? {} : JSON.parse(body)
  return isBody(sent) && isBody(sent['input']) ? sent['input'] : {}
}

/** A record about whom was asked for: the fields that must be the same are those of the question. */
export function aboutWhomWasAsked(operation: ProviderOperation, record: Body, request: UpstreamRequest): Body {
  const input = inputOf(request)
  const own = operation.same.filter((field) => input[field] !== undefined).map((field) => [field, input[field]])
  return { ...record, ...Object.fromEntries(own) }
}

/** Answers with what is made of the good answer to each request. */
export function answering(
  operation: ProviderOperation,
  record: Body | null,
  make: (good: Body) => UpstreamReply = reply.json,
): UpstreamReply {
  return (exchange: UpstreamExchange) => {
    if (record === null) return reply.status(404)(exchange)
    return make(aboutWhomWasAsked(operation, record, exchange.request))(exchange)
  }
}
