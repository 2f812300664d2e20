import { CONTRACT, definePlugin, type Plugin } from '@parakh/core'
import { documentFetches, documentMetrics } from './document-metrics.ts'
import { documentRoutes } from './document-routes.ts'

/** What features have beside services, as a plugin of the server: routes and metrics. */
export const featureParts = (): Plugin =>
  definePlugin({
    ...{ id: 'features', contract: CONTRACT },
    services: [documentFetches],
    contributes: [documentMetrics],
    routes: documentRoutes,
  })()
