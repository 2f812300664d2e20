import { type CallbackResult, Funding } from '@parakh/core'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { requestIdOf } from './incoming-call.ts'
import { send } from './send.ts'
import type { ServerParts } from './server-parts.ts'
import { answerErrors } from './unknown-route.ts'

const CALLBACK_LIMIT = 262_144

interface CallbackRoute {
  Params: { gateway: string }
}

/**
 * `POST /gateways/<name>/callback`: news of a payment gateway, as received, byte for byte, for its signature. A callback that was
 * taken before answers the same 200. Nothing of it is logged.
 */
export function addGatewayCallbacks(app: FastifyInstance, parts: ServerParts): void {
  const { host } = parts
  app.register((callbacks, _options, done) => {
    callbacks.removeAllContentTypeParsers()
    callbacks.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: CALLBACK_LIMIT }, (_request, bytes, parsed) => {
      parsed(null, bytes)
    })
    answerErrors(callbacks, parts)
    callbacks.post<CallbackRoute>(
      '/gateways/:gateway/callback',
      { bodyLimit: CALLBACK_LIMIT },
      async (request, reply) => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        const callback = { headers: single(request.headers), body }
        const result = await host.get(Funding).receive(request.params.gateway, callback)
        if (result === 'unknown') return send(reply, host.fault('UNKNOWN_ENDPOINT', requestIdOf(request)))
        return answer(reply, result)
      },
    )
    done()
  })
}

/** A header that comes twice is no signature of anybody's. */
const single = (headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )

/** What was kept for an operator was received all the same: sent again, it would be no other. */
function answer(reply: FastifyReply, result: Exclude<CallbackResult, 'unknown'>): FastifyReply {
  if (result !== 'refused') return reply.code(200).send({ success: true })
  const message = 'The signature is not genuine'
  return reply.code(401).send({ success: false, error: { code: 'INVALID_SIGNATURE', message } })
}
