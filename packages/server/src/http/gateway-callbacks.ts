import { Clock, Funding } from '@parakh/core'
import { signedRequest } from '@parakh/kernel'
import type { FastifyInstance } from 'fastify'
import type { ServerParts } from './server-parts.ts'
import { addSignedCallback } from './signed-callbacks.ts'

/** Drops repeated headers: a signature must be unique. */
const single = (headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )

/**
 * `POST /gateways/<name>/callback`: an event of a payment gateway. Repeated callbacks and suspense items are answered 200 too, since
 * sending them again would change nothing.
 */
export const addGatewayCallbacks = (app: FastifyInstance, parts: ServerParts): void =>
  addSignedCallback<{ gateway: string }>(app, parts, {
    path: '/gateways/:gateway/callback',
    take: ({ params, headers }, body) =>
      parts.host
        .get(Funding)
        .receive(params.gateway, signedRequest({ headers: single(headers), body }, parts.host.get(Clock).now())),
  })
