import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'

type Fed = Readable & { receivedEncodedLength?: number }

/** A body that an earlier middleware has read: its raw bytes if it kept them, else the parsed value. */
function preParsedBytes(raw: IncomingMessage): Buffer | null {
  if (!raw.readableEnded) return null
  if ('rawBody' in raw && Buffer.isBuffer(raw.rawBody)) return raw.rawBody
  const body = 'body' in raw ? raw.body : undefined
  if (body === undefined || body === null) return Buffer.alloc(0)
  if (Buffer.isBuffer(body)) return body
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
}

/** Restores a body that `express.json()` or similar has consumed, so that it is parsed and checked like any other. */
export function feedPreParsedBodies(app: FastifyInstance): void {
  app.addHook('preParsing', async (request, _reply, payload) => {
    const bytes = preParsedBytes(request.raw)
    if (bytes === null) return payload
    const fed: Fed = Readable.from(bytes.length > 0 ? [bytes] : [])
    // Content-Length is the length as received, which the serialised body may not have.
    const announced = Number(request.headers['content-length'])
    fed.receivedEncodedLength = Number.isNaN(announced) ? bytes.length : announced
    return fed
  })
}
