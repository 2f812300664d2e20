import { rollUpUsage } from '@parakh/analytics'
import { CONTRACT, definePlugin, type Plugin } from '@parakh/core'
import { planEntitlements } from '@parakh/plans'
import { maintainCommission, purgeCosts, settleDaily } from '@parakh/resale'
import { deliverWebhooks } from '@parakh/webhooks'
import type { CheckedConfig } from '../config/checked-config.ts'

/** What features have beside services, as a plugin of the server: work and jobs. */
export const featureParts = ({ commission }: CheckedConfig): Plugin =>
  definePlugin({
    ...{ id: 'features', contract: CONTRACT },
    work: [rollUpUsage, purgeCosts, maintainCommission(commission.settle), deliverWebhooks],
    decorates: [planEntitlements],
    jobs: [settleDaily(commission.settle)],
  })()
