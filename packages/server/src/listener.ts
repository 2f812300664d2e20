import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** An ordinary listener: for `node:http`, or as a middleware of Express. */
export type Listener = (request: IncomingMessage, response: ServerResponse) => void

/** A Fastify instance that is ready, as a listener. */
export const listenerOf =
  (app: FastifyInstance): Listener =>
  (request, response) =>
    app.routing(request, response)
