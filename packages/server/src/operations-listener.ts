import fastify, { type FastifyInstance } from 'fastify'
import { ADMIN_PREFIX, addAdminDocument } from './admin/mount-admin.ts'
import { fastifyOptions } from './http/fastify-options.ts'
import { addHealth } from './http/health.ts'
import { addMetrics } from './http/operations.ts'
import { openAccess, operationsAddress } from './http/operations-access.ts'
import { requireOneHost } from './http/request-host.ts'
import type { ServerParts } from './http/server-parts.ts'
import { unknownRoute } from './http/unknown-route.ts'

/** The operations pages at their own address. */
export interface OperationsListener {
  readonly app: FastifyInstance
  readonly host: string
  readonly port: number
}

/** Makes the application at `server.operations`: health, metrics and the admin API's document. Null: no such address is configured. */
export async function buildOperationsListener(parts: ServerParts): Promise<OperationsListener | null> {
  const { config, host } = parts
  const address = operationsAddress(config)
  if (!address) return null
  const app = fastify(fastifyOptions(host, config.server))
  requireOneHost(app, parts)
  addHealth(app, parts, openAccess)
  addMetrics(app, parts, openAccess)
  if (config.admin.enabled)
    app.register(
      (ours, _options, done) => {
        addAdminDocument(ours, parts, openAccess)
        done()
      },
      { prefix: ADMIN_PREFIX },
    )
  app.setNotFoundHandler(unknownRoute(parts))
  await app.ready()
  return { app, ...address }
}
