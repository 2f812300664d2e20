import type { FastifyInstance, FastifyReply } from 'fastify'
import { requestIdOf } from './incoming-call.ts'
import { send } from './send.ts'
import type { ServerParts } from './server-parts.ts'
import { answerErrors } from './unknown-route.ts'

const CALLBACK_LIMIT = 262_144

interface CallbackRoute {
  Params: { plugin: string; provider: string }
}

const flat = (headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  )

/** `POST /callbacks/<plugin>/<provider>`: news of an upstream, as received, byte for byte, for its signature. */
export function addCallbacks(app: FastifyInstance, parts: ServerParts): void {
  const { host } = parts
  app.register((callbacks, _options, done) => {
    callbacks.removeAllContentTypeParsers()
    callbacks.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: CALLBACK_LIMIT }, (_request, bytes, parsed) => {
      parsed(null, bytes)
    })
    answerErrors(callbacks, parts)
    callbacks.post<CallbackRoute>(
      '/callbacks/:plugin/:provider',
      { bodyLimit: CALLBACK_LIMIT },
      async (request, reply) => {
        const { plugin, provider } = request.params
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        const result = await host.callback(plugin, provider, { headers: flat(request.headers), body })
        if (result === 'unknown') return send(reply, host.fault('UNKNOWN_ENDPOINT', requestIdOf(request)))
        return result === 'taken' ? accepted(reply) : refused(reply)
      },
    )
    done()
  })
}

const accepted = (reply: FastifyReply): FastifyReply => reply.code(200).send({ success: true })
const refused = (reply: FastifyReply): FastifyReply =>
  reply
    .code(401)
    .send({ success: false, error: { code: 'INVALID_SIGNATURE', message: 'The signature is not genuine' } })
