import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { requestIdOf } from './read-call.ts'
import { send } from './send-response.ts'
import type { ServerParts } from './server-parts.ts'
import { answerErrors } from './unknown-route.ts'

const MOST_BYTES = 262_144

/** A callback that is authenticated by a signature over the body. */
export interface SignedCallback<Params> {
  readonly path: string
  /** Processes a callback as received, byte for byte. Every result but `refused`, `unknown` and `malformed` is answered 200. */
  take(
    request: FastifyRequest<{ Params: Params }>,
    body: Uint8Array,
  ): Promise<'refused' | 'unknown' | 'malformed' | (string & {})>
}

/** Adds a route for signed callbacks. The signature covers the raw bytes, so the body is not parsed here. It is not logged. */
export function addSignedCallback<Params>(
  app: FastifyInstance,
  parts: ServerParts,
  { path, take }: SignedCallback<Params>,
): void {
  app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MOST_BYTES }, (_request, bytes, parsed) => {
      parsed(null, bytes)
    })
    answerErrors(scope, parts)
    scope.route<{ Params: Params }>({
      ...{ method: 'POST', url: path, bodyLimit: MOST_BYTES },
      async handler(request, reply) {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        const result = await take(request, body)
        if (result === 'unknown') return send(reply, parts.host.fault('UNKNOWN_ENDPOINT', requestIdOf(request)))
        if (result === 'refused') return refuse(reply, 'INVALID_SIGNATURE')
        if (result === 'malformed') return refuse(reply, 'MALFORMED_CALLBACK')
        return reply.code(200).send({ success: true })
      },
    })
    done()
  })
}

const REFUSALS = {
  INVALID_SIGNATURE: { status: 401, message: 'The signature is not genuine' },
  MALFORMED_CALLBACK: { status: 400, message: 'The signature is genuine, and what it signs cannot be used' },
} as const

function refuse(reply: FastifyReply, code: keyof typeof REFUSALS): FastifyReply {
  const { status, message } = REFUSALS[code]
  return reply.code(status).send({ success: false, error: { code, message } })
}
