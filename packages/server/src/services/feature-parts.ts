import { rollUpUsage } from '@parakh/analytics'
import { CONTRACT, definePlugin, type Plugin } from '@parakh/core'
import { maintainCommission, purgeCosts, settleDaily } from '@parakh/resale'
import { deliverWebhooks } from '@parakh/webhooks'
import type { CheckedConfig } from '../config/checked-config.ts'
import { gatewayCallback } from './gateway-callbacks.ts'

/** What features have beside services, as a plugin of the server: routes, work and jobs. */
export const featureParts = ({ commission }: CheckedConfig): Plugin =>
  definePlugin({
    ...{ id: 'features', contract: CONTRACT },
    routes: [gatewayCallback],
    work: [rollUpUsage, purgeCosts, maintainCommission(commission.settle), deliverWebhooks],
    jobs: [settleDaily(commission.settle)],
  })()
