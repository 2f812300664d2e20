import fastify, { type FastifyInstance } from 'fastify'
import { fastifyOptions } from './http/fastify-options.ts'
import type { ServerParts } from './http/server-parts.ts'
import { unknownRoute } from './http/unknown-route.ts'
import { mountEndpoints } from './mount.ts'

/** A plugin with its own listener. */
export interface OwnListener {
  readonly plugin: string
  readonly app: FastifyInstance
  /** The address of its listener. */
  readonly host: string
  readonly port: number
}

/**
 * Makes an application for each plugin with its own listener (`server.listeners`). It has only the plugin's endpoints; health,
 * documents and callbacks stay at the server.
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
