import { Funding } from '@parakh/core'
import type { FastifyInstance } from 'fastify'
import type { ServerParts } from './server-parts.ts'
import { addSignedCallback } from './signed-callbacks.ts'

/** A header that comes twice is no signature of anybody's. */
const single = (headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )

/**
 * `POST /gateways/<name>/callback`: an event of a payment gateway. A callback that was taken before answers the same 200, and so does what was
 * kept for an operator: sent again, it would be no other.
 */
export const addGatewayCallbacks = (app: FastifyInstance, parts: ServerParts): void =>
  addSignedCallback<{ gateway: string }>(app, parts, {
    path: '/gateways/:gateway/callback',
    take: ({ params, headers }, body) =>
      parts.host.get(Funding).receive(params.gateway, { headers: single(headers), body }),
  })
