import type { HostedEndpoint } from '@parakh/kernel'
import type { FastifyInstance } from 'fastify'
import { mountAdmin } from './admin/mount-admin.ts'
import { addApiDescriptions } from './http/api-descriptions.ts'
import { addCallRoute, routePath } from './http/call-route.ts'
import { rememberAddresses } from './http/client-address.ts'
import { addHealth } from './http/health.ts'
import { hostBrands } from './http/host-brand.ts'
import { readJsonBodies } from './http/json-body.ts'
import { addCatalogues, addMetrics } from './http/operations.ts'
import { operationsAccess } from './http/operations-access.ts'
import { addPluginRoutes } from './http/plugin-route.ts'
import { feedPreParsedBodies } from './http/pre-parsed-body.ts'
import { RawBodies } from './http/raw-bodies.ts'
import { addEntrance, addReferencePage } from './http/reference-page.ts'
import { requireOneHost } from './http/request-host.ts'
import { guardAgainstSecrets } from './http/secret-in-url.ts'
import type { ServerParts } from './http/server-parts.ts'
import { answerErrors, unknownRoute } from './http/unknown-route.ts'

/** The path prefixes that belong to this server: `/api`, and plugins' own mounts. */
function ownMounts(endpoints: readonly HostedEndpoint[]): readonly string[] {
  return [
    ...new Set(
      endpoints.map(({ plugin, path, endpoint }) => path.slice(0, path.length - endpoint.path.length) || `/${plugin}`),
    ),
  ]
}

/** Adds endpoints in an encapsulated instance, with the parsers, error handler and hooks of calls. */
export function mountEndpoints(app: FastifyInstance, parts: ServerParts, endpoints: readonly HostedEndpoint[]): void {
  const keeping = endpoints.filter(({ keeps }) => keeps.body)
  const rawBodies = new RawBodies(new Set(keeping.map(({ path }) => `${app.prefix}${routePath(path)}`)))
  rememberAddresses(app)
  guardAgainstSecrets(app, parts)
  requireOneHost(app, parts)
  readJsonBodies(app, rawBodies)
  feedPreParsedBodies(app)
  answerErrors(app, parts)
  for (const hosted of endpoints) addCallRoute(app, hosted, { ...parts, rawBodies })
}

/**
 * Adds all routes of a server in an encapsulated instance, except the endpoints of plugins with their own listener.
 *
 * @param app An encapsulated instance.
 * @param options `wholePrefix`: answers all unknown routes below the instance's prefix; otherwise only those below the mounts of
 *   plugins, because other paths belong to the embedding application.
 */
export function mountServer(
  app: FastifyInstance,
  parts: ServerParts,
  options: { readonly wholePrefix: boolean },
): void {
  const { listeners } = parts.config.server
  const endpoints = parts.host.endpoints.filter(({ plugin }) => !Object.hasOwn(listeners, plugin))
  mountEndpoints(app, parts, endpoints)
  addOperationRoutes(app, parts)
  if (options.wholePrefix) {
    addEntrance(app)
    app.setNotFoundHandler(unknownRoute(parts))
    return
  }
  for (const mount of ownMounts(endpoints))
    app.all(`${routePath(mount)}/*`, { exposeHeadRoute: false }, unknownRoute(parts))
}

/** Routes besides calls. None is billable, so HEAD works like GET. */
function addOperationRoutes(app: FastifyInstance, parts: ServerParts): void {
  const hostBrand = hostBrands(parts)
  const door = operationsAccess(parts)
  addHealth(app, parts, door)
  addMetrics(app, parts, door)
  addCatalogues(app, parts)
  addApiDescriptions(app, parts, hostBrand)
  addReferencePage(app, parts, hostBrand)
  addPluginRoutes(app, parts)
  mountAdmin(app, parts, door)
}
