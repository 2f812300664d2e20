import type { CallResponse } from '../call-data/call-response.ts'
import type { IncomingCall } from '../call-data/incoming-call.ts'
import type { HostedEndpoint } from '../runtime/hosted-endpoint.ts'
import type { HostCaller, HostCallOptions, HostCredentials, HostReply } from './host.ts'

const NOTHING: HostCredentials = {}

const withLowerCaseNames = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

/** A call without HTTP as if it had arrived: one place for the key, input by method. */
export function incomingOf(
  hosted: HostedEndpoint,
  given: { input: Readonly<Record<string, unknown>>; caller: HostCaller; options: HostCallOptions },
): IncomingCall {
  const { input, caller, options } = given
  const inPath = (name: string) => hosted.parameters.includes(name)
  const rest = Object.fromEntries(Object.entries(input).filter(([name, value]) => !inPath(name) && value !== undefined))
  const params = Object.fromEntries(Object.entries(input).filter(([name]) => inPath(name)))
  const get = hosted.endpoint.method === 'GET'
  const { accepts, secret, codes } = hosted.auth
  const { headers, target, body, facts, ...credentials } = 'keyId' in caller ? NOTHING : caller
  return {
    hosted: { ...hosted, auth: { accepts, ...(secret ? { secret } : {}), ...(codes ? { codes } : {}) } },
    params,
    query: get ? rest : {},
    body: get ? undefined : rest,
    credentials,
    headers: headers && withLowerCaseNames(headers),
    target,
    rawBody: body,
    facts: facts && (() => facts),
    requestId: options.requestId,
    idempotencyKey: options.idempotencyKey,
    scenario: options.scenario,
    consentRef: options.consentRef,
    ip: options.ip ?? '127.0.0.1',
  }
}

/** What came back, parsed. */
export function replyOf<Out>(hosted: HostedEndpoint, response: CallResponse): HostReply<Out> {
  const body: unknown = JSON.parse(new TextDecoder().decode(response.body))
  const { status, headers, outcome, code } = response
  const answered = status < 300 && typeof body === 'object' && body !== null
  return { status, headers, outcome, code, body, data: answered ? (dataOf(hosted, body) as Out) : null }
}

/** The answer for an endpoint that the host does not have. */
export function unknownReply({ status, headers, code, body }: CallResponse): HostReply<never> {
  const parsed: unknown = JSON.parse(new TextDecoder().decode(body))
  return { status, headers, outcome: 'refused', code, body: parsed, data: null }
}

/** The endpoint's own fields of an answer: those under `data`, or those spread beside the envelope's. */
function dataOf({ endpoint, envelope }: HostedEndpoint, body: object): unknown {
  if (envelope.data === 'nested') return 'data' in body ? body.data : null
  const isOwn = (name: string) => Object.hasOwn(endpoint.data.shape, name)
  const isOfEnvelope = (name: string) => Object.hasOwn(envelope.success.shape, name)
  // What neither names is data of an open shape.
  return Object.fromEntries(Object.entries(body).filter(([name]) => isOwn(name) || !isOfEnvelope(name)))
}
