import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { requestIdOf } from './incoming-call.ts'
import { send } from './send.ts'
import type { ServerParts } from './server-parts.ts'
import { answerErrors } from './unknown-route.ts'

const MOST_BYTES = 262_144

/** What is posted from elsewhere under a signature of its own. */
export interface SignedNews<Params> {
  readonly path: string
  /** Takes a post as it was received, byte for byte. What is not `refused` or `unknown` is answered alike. */
  take(request: FastifyRequest<{ Params: Params }>, body: Uint8Array): Promise<'refused' | 'unknown' | (string & {})>
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
        return result === 'refused' ? refused(reply) : reply.code(200).send({ success: true })
      },
    })
    done()
  })
}

const refused = (reply: FastifyReply): FastifyReply =>
  reply
    .code(401)
    .send({ success: false, error: { code: 'INVALID_SIGNATURE', message: 'The signature is not genuine' } })
