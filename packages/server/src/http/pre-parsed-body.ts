import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'

type Fed = Readable & { receivedEncodedLength?: number }

/** What a middleware before us read from the request: its bytes where it kept them, else what it parsed. */
function preParsedBytes(raw: IncomingMessage): Buffer | null {
  if (!raw.readableEnded) return null
  if ('rawBody' in raw && Buffer.isBuffer(raw.rawBody)) return raw.rawBody
  const body = 'body' in raw ? raw.body : undefined
  if (body === undefined || body === null) return Buffer.alloc(0)
  if (Buffer.isBuffer(body)) return body
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
}

/**
 * Feeds a body back that `express.json()` or the like has read already, so that it is parsed and checked as any other.
 */
export function feedPreParsedBodies(app: FastifyInstance): void {
  app.addHook('preParsing', async (request, _reply, payload) => {
    const bytes = preParsedBytes(request.raw)
    if (bytes === null) return payload
    const fed: Fed = Readable.from(bytes.length > 0 ? [bytes] : [])
    // The header tells the length on the wire, which a parsed and written again body need not have.
    const announced = Number(request.headers['content-length'])
    fed.receivedEncodedLength = Number.isNaN(announced) ? bytes.length : announced
    return fed
  })
}
