import { isAscii } from 'node:buffer'
import type { CallResponse } from '@parakh/kernel'
import type { FastifyReply } from 'fastify'

/** Sends exactly the stored bytes of a response. */
export function send(reply: FastifyReply, response: CallResponse): FastifyReply {
  const { status, headers, body } = response
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  reply.code(status)
  for (const name in headers) reply.header(name, headers[name])
  reply.header('content-length', String(bytes.length))
  // A string is sent in one packet with the headers, a buffer in a second one; for ASCII the bytes are equal.
  return reply.send(isAscii(bytes) ? bytes.toString('latin1') : bytes)
}
