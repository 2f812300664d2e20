import * as z from 'zod'
import { describeRequest, type FuzzReply, type FuzzRequest } from './fuzz-request.ts'

/** One thing that is wrong. */
export interface FuzzFinding {
  readonly fault: string
  readonly detail: string
}

/** Answered before any route: the headers are too long. */
const OF_HTTP = [431]
/** What requests that are wrong as HTTP may be answered besides, on whatever route they end. */
const OF_WIRE = [200, 204, 302, 400, 401, 403, 404, 408, 413, 417, 422]
/** Of routes without a document. */
const OF_ROUTES = [200, 201, 202, 204, 302, 400, 401, 403, 404, 409, 410, 413, 422, 429]
const INSIDE = [
  /\bat (async )?[\w.<>[\] ]+ \(/,
  /node:internal|node_modules|\/(src|dist)\/|\.[jt]s:\d/,
  /\b(TypeError|RangeError|ReferenceError|SyntaxError|ZodError|ParakhError)\b/,
  /Cannot read propert|is not a function|Unexpected token/,
  /SQLITE_|\bselect .+ from\b|insert into|syntax error at|violates \w+ constraint|parakh_\w+_/i,
]
/** What each refusal has, whatever envelope it is in. */
const Refusal = z.union([
  z.object({ request_id: z.string().min(1), error: z.object({ code: z.string(), message: z.string().min(1) }) }),
  z.object({ status: z.string(), message: z.string().min(1) }),
])
/** Callbacks of gateways and sources are answered to programs that read the status alone. */
const RefusedCallback = z.object({ success: z.literal(false), error: z.object({ code: z.string() }) })
const JSON_UTF8 = 'application/json; charset=utf-8'
const LONGEST = 400

interface JudgedReply {
  readonly request: FuzzRequest
  readonly reply: FuzzReply
  /** The body as JSON; undefined: it is none. */
  readonly json: unknown
}

/** The key of the answered call: the body has the same as `request_id`. */
export const keyOf = ({ headers }: FuzzReply): string | undefined =>
  headers['idempotency-key'] ?? headers['x-request-id']

/** The body of an answer as JSON; undefined where it is none. */
export function jsonOf({ headers, body }: FuzzReply): unknown {
  if (!headers['content-type']?.startsWith('application/json')) return undefined
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

/** The code of a refusal; null: the envelope has none. */
export function codeOf(json: unknown): string | null {
  const read = z.object({ error: z.object({ code: z.string() }) }).safeParse(json)
  return read.success ? read.data.error.code : null
}

/**
 * Holds an answer against what is promised: a declared status, the envelope of a refusal, the schema of an answer, nothing of the inside.
 *
 * @param codes All codes of docs/reference/errors.md.
 */
export function judgeReply(request: FuzzRequest, reply: FuzzReply, codes: ReadonlySet<string>): readonly FuzzFinding[] {
  const judged = { request, reply, json: jsonOf(reply) }
  const problems = [
    ...statusProblems(judged),
    ...(reply.status >= 400 ? refusalProblems(judged, codes) : answerProblems(judged)),
  ]
  const shown = `${reply.status} ${reply.body.toString('utf8').slice(0, LONGEST)}`
  return problems.map(([fault, what]) => ({ fault, detail: `${what}: ${shown} to ${describeRequest(request)}` }))
}

type Problem = readonly [fault: string, what: string]

function statusProblems({ request, reply: { status } }: JudgedReply): readonly Problem[] {
  const { operation, kind } = request
  if (status === 500) return [['internal', 'an unexpected error']]
  const declared = operation.answers ? [...operation.answers.keys()] : OF_ROUTES
  const allowed = [...declared, ...OF_HTTP, ...(kind === 'wire' ? OF_WIRE : [])]
  return allowed.includes(status) ? [] : [['undeclared', `the status ${status} is not declared`]]
}

const isHead = ({ request }: JudgedReply): boolean => request.method === 'HEAD'
/** Pages for people, of routes that no program asks. */
const isPage = ({ request, reply: { headers } }: JudgedReply): boolean =>
  request.operation.answers === null && headers['content-type'] === 'text/html; charset=utf-8'
/** What the HTTP server of Node refuses by itself: no `Host`, an `Expect` that it does not know. */
const isOfNode = ({ request, reply: { status, body } }: JudgedReply): boolean =>
  request.kind === 'wire' && [400, 417].includes(status) && body.length === 0

function refusalProblems(judged: JudgedReply, codes: ReadonlySet<string>): readonly Problem[] {
  const { request, reply, json } = judged
  if (isHead(judged) || isOfNode(judged)) return []
  const problems: Problem[] = insideOf(reply)
  if (isPage(judged)) return problems
  if (reply.headers['content-type'] !== JSON_UTF8) problems.push(['media type', `${reply.headers['content-type']}`])
  if (request.operation.answers === null && RefusedCallback.strict().safeParse(json).success) return problems
  const read = Refusal.safeParse(json)
  if (!read.success) problems.push(['envelope', 'no envelope of a refusal'])
  else if ('request_id' in read.data && read.data.request_id !== keyOf(reply))
    problems.push(['request id', `the header says ${keyOf(reply)}`])
  else if (reply.headers['x-request-id'] === undefined) problems.push(['request id', 'there is none'])
  const code = codeOf(json)
  if (code !== null && !codes.has(code)) problems.push(['code', `${code} is in no table`])
  const promised = request.kind === 'wire' ? undefined : request.operation.answers?.get(reply.status)?.body
  if (promised && !promised.safeParse(json).success) problems.push(['envelope', 'not what the document promises'])
  return problems
}

/** What of the program's inside a refusal tells. */
function insideOf({ body }: FuzzReply): Problem[] {
  const text = body.toString('utf8')
  return INSIDE.filter((one) => one.test(text)).map((one) => ['inside', `${one}`])
}

function answerProblems(judged: JudgedReply): readonly Problem[] {
  const { request, reply, json } = judged
  const promised = request.operation.answers?.get(reply.status)
  if (isHead(judged) || request.kind === 'wire' || !promised) return []
  const [type = ''] = (reply.headers['content-type'] ?? '').split(';')
  if (!promised.types.includes(type)) return [['media type', `${type} is not one of ${promised.types.join(', ')}`]]
  if (type !== 'application/json' || promised.body === null) return []
  const read = promised.body.safeParse(json)
  if (read.success) return []
  const [issue] = read.error.issues
  return [['schema', `${issue?.path.join('.')}: ${issue?.message}`]]
}
