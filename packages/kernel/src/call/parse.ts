import type { Caller } from '@parakh/core'
import { refuse } from '../call-data/call-fault.ts'
import type { Arrival, IdentifiedCall, ParsedRequest } from '../call-data/quoted-call.ts'
import { canonicalJson, setOwn } from '../request/canonical-json.ts'
import { fieldErrors } from '../request/field-errors.ts'
import { invalidIdHeader } from '../request/request-id.ts'
import type { CallParts } from '../runtime/call-parts.ts'
import { chooseBranch } from '../sandbox/branch.ts'

/** The default message of the code names X-Request-Id. */
const INVALID_KEY =
  'Idempotency-Key must be sent once, as 1 to 128 of A-Z a-z 0-9 . _ : + / = -, bare or in double quotes, and must be neither an Aadhaar number nor a PAN'

type Input = Readonly<Record<string, unknown>>

/** The third stage: malformed -> 400, a field that is not valid -> 422 (decisions.md sections 2, 3, 6). */
export function parse({ settings }: CallParts, { arrival, caller }: IdentifiedCall): ParsedRequest {
  const { incoming, runtime } = arrival
  if (incoming.malformed) throw refuse(incoming.malformed.code, messageOf(incoming.malformed.message))
  const invalidId = invalidIdHeader(incoming, arrival)
  if (invalidId !== null)
    throw refuse('INVALID_REQUEST_ID', invalidId === 'Idempotency-Key' ? { message: INVALID_KEY } : {})
  const scenario = checkScenario(arrival, caller)
  const { request, canonical } = parseFields(arrival, caller, gatherInput(arrival))
  const branch = caller.environment === 'sandbox' ? chooseBranch(runtime, canonical, scenario) : null
  if (branch?.kind === 'throttled')
    throw refuse('RATE_LIMIT_EXCEEDED', { retryAfter: 1, rate: { limit: settings.limits.perEndpoint, remaining: 0 } })
  return { request, canonical, scenario, branch }
}

const messageOf = (message: string | undefined) => (message === undefined ? {} : { message })

function checkScenario({ incoming, runtime }: Arrival, caller: Caller): string | undefined {
  const { scenario } = incoming
  if (scenario === undefined) return undefined
  if (caller.environment !== 'sandbox')
    throw refuse('BAD_REQUEST', { message: 'X-Sandbox-Scenario is for sandbox keys only' })
  const allowed = [...new Set([...runtime.scenarios, 'upstream-failure', 'throttled'])]
  if (!allowed.includes(scenario))
    throw refuse('BAD_REQUEST', { message: `X-Sandbox-Scenario is not one of: ${allowed.join(', ')}` })
  return scenario
}

const isPlainObject = (value: unknown): value is Input =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** No field is in the body, so none needs to be sent (`POST /orders/{id}/cancel`). */
const needsNoBody = ({ hosted }: Arrival['incoming']): boolean =>
  hosted.auth.pairIn !== 'body' &&
  Object.keys(hosted.endpoint.request.shape).every((name) => hosted.parameters.includes(name))

/** The fields of the query (GET) or the body (POST). */
function givenFields(incoming: Arrival['incoming']): Input {
  const { hosted, query } = incoming
  if (hosted.endpoint.method === 'GET') return query
  const { also } = hosted.auth
  const body = incoming.body ?? (needsNoBody(incoming) ? {} : undefined)
  if (!isPlainObject(body)) throw refuse('BAD_REQUEST', { message: 'The body must be a JSON object' })
  const stray = Object.keys(query).filter((name) => !(also?.in === 'query' && also.name === name))
  if (stray.length > 0)
    throw refuse('BAD_REQUEST', { message: 'Query parameters are not accepted here: send them in the JSON body' })
  return body
}

/** Whether a field of the request is a credential. */
function isCredential({ hosted }: Arrival['incoming'], name: string): boolean {
  const { also, pairIn } = hosted.auth
  if (also?.name === name && also.in === (hosted.endpoint.method === 'GET' ? 'query' : 'body')) return true
  return pairIn === 'body' && (name === 'api_key' || name === 'api_secret')
}

/** The request: the given fields without credentials, and the path's parameters. */
function gatherInput({ incoming }: Arrival): Input {
  const { params } = incoming
  const given = givenFields(incoming)
  const repeated = Object.keys(params).filter((name) => Object.hasOwn(given, name))
  if (repeated.length > 0)
    throw refuse('BAD_REQUEST', { message: `Given twice, in the path and besides: ${repeated.join(', ')}` })
  const input: Record<string, unknown> = {}
  for (const name of Object.keys(given)) if (!isCredential(incoming, name)) setOwn(input, name, given[name])
  for (const name of Object.keys(params)) setOwn(input, name, params[name])
  return input
}

function parseFields({ runtime }: Arrival, caller: Caller, input: Input): Pick<ParsedRequest, 'request' | 'canonical'> {
  if (caller.environment === 'sandbox') {
    // Exact catalogue values skip the checks but not the schema, because their identities cannot exist.
    const shaped = runtime.shape.safeParse(input)
    const canonical = shaped.success ? canonicalJson(shaped.data) : ''
    if (shaped.success && runtime.fixturesByKey.has(canonical)) return { request: shaped.data, canonical }
  }
  const parsed = runtime.request.safeParse(input)
  if (parsed.success) return { request: parsed.data, canonical: canonicalJson(parsed.data) }
  const fields = fieldErrors(parsed.error, runtime.fieldNames)
  if (runtime.endpoint.consent && Object.hasOwn(fields, 'consent')) throw refuse('CONSENT_REQUIRED', { fields })
  throw refuse('VALIDATION_FAILED', { fields })
}
