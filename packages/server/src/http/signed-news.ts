import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { requestIdOf } from './incoming-call.ts'
import { send } from './send.ts'
import type { ServerParts } from './server-parts.ts'
import { answerErrors } from './unknown-route.ts'

const MOST_BYTES = 262_144

/** What is posted from elsewhere under a signature of its own. */
export interface SignedNews<Params> {
  readonly path: string
  /** Takes a post as it was received, byte for byte. What is not `refused`, `unknown` or `malformed` is answered alike. */
  take(
    request: FastifyRequest<{ Params: Params }>,
    body: Uint8Array,
  ): Promise<'refused' | 'unknown' | 'malformed' | (string & {})>
}

/** Adds a route for what is posted from elsewhere: its signature is of bytes, so no body is parsed. Nothing of it is logged. */
export function addSignedNews<Params>(
  app: FastifyInstance,
  parts: ServerParts,
  { path, take }: SignedNews<Params>,
): void {
  app.register((news, _options, done) => {
    news.removeAllContentTypeParsers()
    news.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MOST_BYTES }, (_request, bytes, parsed) => {
      parsed(null, bytes)
    })
    answerErrors(news, parts)
    news.route<{ Params: Params }>({
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
