import { isAscii } from 'node:buffer'
import type { CallResponse } from '@parakh/kernel'
import type { FastifyReply } from 'fastify'

/** Sends exactly the bytes of an answer: those that were stored. */
export function send(reply: FastifyReply, response: CallResponse): FastifyReply {
  const { status, headers, body } = response
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  reply.code(status)
  for (const name in headers) reply.header(name, headers[name])
  reply.header('content-length', String(bytes.length))
  // Text leaves in one piece with its headers, bytes in a second one; of ASCII the two are the same.
  return reply.send(isAscii(bytes) ? bytes.toString('latin1') : bytes)
}
