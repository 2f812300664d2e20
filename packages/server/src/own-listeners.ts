import fastify, { type FastifyInstance } from 'fastify'
import { fastifyOptions } from './http/fastify-options.ts'
import type { ServerParts } from './http/server-parts.ts'
import { unknownRoute } from './http/unknown-route.ts'
import { mountEndpoints } from './mount.ts'

/** A plugin at an address of its own. */
export interface OwnListener {
  readonly plugin: string
  readonly app: FastifyInstance
  /** Where it listens. */
  readonly host: string
  readonly port: number
}

/**
 * Makes an application for each plugin with an address of its own (`server.listeners`). Its endpoints answer there and nothing else
 * does; health, documents and callbacks stay with the server.
 */
export async function buildOwnListeners(parts: ServerParts): Promise<readonly OwnListener[]> {
  const { host: served, config } = parts
  const built = Object.entries(config.server.listeners).map(async ([plugin, { host = config.server.host, port }]) => {
    const app = fastify(fastifyOptions(served, config.server))
    mountEndpoints(
      app,
      parts,
      served.endpoints.filter((hosted) => hosted.plugin === plugin),
    )
    app.setNotFoundHandler(unknownRoute(parts))
    await app.ready()
    return { plugin, app, host, port }
  })
  return await Promise.all(built)
}
