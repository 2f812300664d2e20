import type { Credentials, Provided } from '@parakh/core'
import type { HostedEndpoint, IncomingCall, SentIds } from '@parakh/kernel'
import type { FastifyRequest } from 'fastify'
import { clientAddress } from './client-address.ts'
import type { Malformed } from './malformed.ts'
import { parseQuery } from './query-text.ts'
import type { RawBodies } from './raw-bodies.ts'
import { tlsPeer } from './tls-peer.ts'

const joined = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header.join(', ') : header
const one = (header: string | string[] | undefined): string | undefined => joined(header) || undefined

/** X-Request-Id and Idempotency-Key as sent, also if empty or sent twice: the host validates them. */
export function sentIdsOf({ headers }: FastifyRequest): SentIds {
  return { requestId: joined(headers['x-request-id']), idempotencyKey: joined(headers['idempotency-key']) }
}

/** The credentials of the headers (spec: Authentication 1). */
function credentialsOf({ headers }: FastifyRequest): Credentials {
  const apiKey = one(headers['x-api-key'])
  const apiSecret = one(headers['x-api-secret'])
  const { authorization } = headers
  const bearer = authorization === undefined ? undefined : /^Bearer +(\S+)$/i.exec(authorization)?.[1]
  // The usual case first: this runs for every call.
  if (apiKey !== undefined && apiSecret !== undefined && bearer === undefined) return { apiKey, apiSecret }
  return {
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(apiSecret === undefined ? {} : { apiSecret }),
    ...(bearer === undefined ? {} : { bearer }),
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** What the routes of calls share. */
export interface CallSources {
  readonly rawBodies: RawBodies
  /** What the embedding application says of a request; null: nothing. */
  readonly facts: ((request: FastifyRequest) => readonly Provided[]) | null
}

/**
 * The host's input for a request.
 *
 * @param malformed Set if the body could not be parsed.
 */
export function incomingCall(
  { rawBodies, facts }: CallSources,
  hosted: HostedEndpoint,
  { request, malformed }: { readonly request: FastifyRequest; readonly malformed: Malformed | undefined },
): IncomingCall {
  const parsed = parseQuery(request.raw.url ?? '')
  const problem: Malformed | undefined =
    malformed ?? ('problem' in parsed ? { code: 'BAD_REQUEST', message: parsed.problem } : undefined)
  const { keeps } = hosted
  return {
    hosted,
    params: isRecord(request.params) ? request.params : {},
    query: parsed.query,
    body: request.body ?? undefined,
    credentials: credentialsOf(request),
    headers: request.headers,
    target: request.originalUrl,
    rawBody: keeps.body ? rawBodies.of(request) : undefined,
    tls: keeps.tls ? tlsPeer(request.raw.socket) : null,
    facts: facts ? () => facts(request) : undefined,
    ...sentIdsOf(request),
    scenario: one(request.headers['x-sandbox-scenario']),
    consentRef: one(request.headers['x-consent-ref']),
    ip: clientAddress(request),
    ...(problem ? { malformed: problem } : {}),
  }
}
