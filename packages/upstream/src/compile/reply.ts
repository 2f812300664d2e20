import type { HttpReply, ProviderOperation } from '@parakh/core'
import { HttpTrouble } from '../exchange/http-trouble.ts'
import { type ParsedJson, parseJson } from '../exchange/json.ts'
import type { Expression } from '../expression/expression.ts'
import { ExpressionFailure } from '../expression/expression-failure.ts'
import type { Compiler, Scope } from './compiler.ts'
import { evaluateAll, type RequestData } from './request.ts'

/** How a reply is described. */
export interface DescribedReply {
  readonly none?: string | undefined
  readonly record: string | Readonly<Record<string, string>>
}
/** Reads a reply: the raw record, or null for a definite no. @throws HttpTrouble `unprocessable` */
export type ReplyReader = (reply: HttpReply, data: RequestData) => Promise<unknown>
/** What a reply is read for. */
export interface ReplyPurpose {
  readonly compiler: Compiler
  readonly scope: Scope
  /** Names the provider in errors. */
  readonly provider: string
  readonly operationName: string
  readonly operation: ProviderOperation
}

/** What the expressions over a reply see, besides `input`. */
export const REPLY_SCOPE: Scope = { status: null, headers: null, body: null, reference: null }

/**
 * Compiles how a reply is read.
 *
 * @param path Where it stands in the configuration.
 */
export function compileReply(described: DescribedReply, path: string, purpose: ReplyPurpose): ReplyReader {
  const { compiler, scope, provider } = purpose
  const none = described.none === undefined ? null : compiler.expression(described.none, `${path}.none`, scope)
  const record = compileRecord(described.record, `${path}.record`, purpose)
  return async (reply, data) => {
    const unusable = (what: string, reason: string, field?: string) =>
      new HttpTrouble('unprocessable', `${provider}: HTTP ${reply.status}, ${what}`, {
        ...{ sent: true, replied: true, reason },
        ...(field === undefined ? {} : { field }),
      })
    const parsed = parseJson(reply.body)
    const seen = whatIsSeen(reply, parsed, data)
    try {
      if ((await none?.evaluate(seen)) === true) return null
      if (!parsed.ok) throw unusable('a body that is not proper JSON', 'not_json')
      if (reply.status >= 300) throw unusable('not a success', `http_${reply.status}`)
      const found = await record(seen)
      if (isRecord(found)) return found
    } catch (thrown) {
      throw thrown instanceof ExpressionFailure
        ? unusable(`the reply does not fit the mapping (${thrown.code})`, `mapping_${thrown.code}`, thrown.field)
        : thrown
    }
    throw unusable('no record in the reply', 'no_record')
  }
}

const isRecord = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A body that is no JSON can only be judged by its status: an expression that looks at it fails. */
function whatIsSeen(reply: HttpReply, body: ParsedJson, data: RequestData): object {
  const seen = { status: reply.status, headers: reply.headers, ...data }
  if (body.ok) return { ...seen, body: body.value }
  return Object.defineProperty(seen, 'body', {
    enumerable: true,
    get: () => {
      throw new ExpressionFailure('BODY_NOT_JSON')
    },
  })
}

function compileRecord(
  record: DescribedReply['record'],
  path: string,
  { compiler, scope, operation, operationName }: ReplyPurpose,
): (seen: object) => Promise<unknown> {
  if (typeof record === 'string') {
    const whole: Expression = compiler.expression(record, path, scope)
    return (seen) => whole.evaluate(seen)
  }
  const { shape } = operation.output
  const allowed = Object.keys(shape)
  for (const name of Object.keys(record).filter((name) => !allowed.includes(name))) {
    compiler.fault('RECORD_FIELD_UNKNOWN', `${path}.${name}`, {
      operation: operationName,
      name,
      allowed: allowed.join(', '),
    })
  }
  for (const name of allowed.filter((name) => !Object.hasOwn(record, name))) {
    if (isOptional(shape[name])) continue
    compiler.fault('RECORD_FIELD_MISSING', path, { operation: operationName, name })
  }
  const fields = Object.entries(record).map(
    ([name, text]) => [name, named(name, compiler.expression(text, `${path}.${name}`, scope))] as const,
  )
  return (seen) => evaluateAll(fields, seen)
}

/** The same expression, whose failure names the field that it makes. */
const named = (field: string, { tree, evaluate }: Expression): Expression => ({
  tree,
  evaluate: async (seen) => {
    try {
      return await evaluate(seen)
    } catch (thrown) {
      throw thrown instanceof ExpressionFailure ? new ExpressionFailure(thrown.code, field) : thrown
    }
  },
})

/** Whether a record may lack the field: it is optional, or has a default. */
function isOptional(schema: ProviderOperation['output']['shape'][string] | undefined): boolean {
  return schema?._zod.optin !== undefined
}
