import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** A request listener for `node:http`, or a middleware for Express. */
export type Listener = (request: IncomingMessage, response: ServerResponse) => void

/** A ready Fastify instance as a request listener. */
export const listenerOf =
  (app: FastifyInstance): Listener =>
  (request, response) =>
    app.routing(request, response)
