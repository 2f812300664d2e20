import type { OutgoingCall } from '@parakh/kernel'
import type { FastifyReply } from 'fastify'

/** Sends exactly the bytes of an answer: those that were stored. */
export function send(reply: FastifyReply, outgoing: OutgoingCall): FastifyReply {
  const { body } = outgoing
  return reply
    .code(outgoing.status)
    .headers({ ...outgoing.headers })
    .send(Buffer.from(body.buffer, body.byteOffset, body.byteLength))
}
