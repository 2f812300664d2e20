import type { FastifyInstance } from 'fastify'

/**
 * Asks each socket for the address of its client while it is connected: it remembers that, and has none once it is closed. A refused call is
 * counted by its address also where its client hung up in the middle of the body.
 */
export function rememberAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, _reply, proceed) => {
    void raw.socket.remoteAddress
    proceed()
  })
}
