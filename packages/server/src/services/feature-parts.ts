import { rollUpUsage } from '@parakh/analytics'
import { CONTRACT, definePlugin, type Plugin } from '@parakh/core'
import { planEntitlements } from '@parakh/plans'
import { maintainCommission, purgeCosts, settleDaily } from '@parakh/resale'
import type { CheckedConfig } from '../config/checked-config.ts'
import { documentFetches, documentMetrics } from './document-metrics.ts'
import { documentRoutes } from './document-routes.ts'

/** What features have beside services, as a plugin of the server: routes, metrics, work and jobs. */
export const featureParts = ({ commission }: CheckedConfig): Plugin =>
  definePlugin({
    ...{ id: 'features', contract: CONTRACT },
    services: [documentFetches],
    contributes: [documentMetrics],
    routes: documentRoutes,
    work: [rollUpUsage, purgeCosts, maintainCommission(commission.settle)],
    decorates: [planEntitlements],
    jobs: [settleDaily(commission.settle)],
  })()
