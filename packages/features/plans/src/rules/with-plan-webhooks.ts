import type { Plans, Webhooks } from '@parakh/core'

/**
 * Webhooks whose production endpoints require a plan feature, if features are enforced. Existing endpoints stay; the sandbox is open to
 * all.
 *
 * @returns Webhooks whose `create` also throws `PLAN_FEATURE_REQUIRED`.
 */
export function withPlanWebhooks(webhooks: Webhooks, plans: Pick<Plans, 'gated' | 'requireFeature'>): Webhooks {
  if (!plans.gated) return webhooks
  return {
    ...webhooks,
    async create(endpoint) {
      if (endpoint.environment === 'production') await plans.requireFeature(endpoint.accountId, 'webhooks')
      return await webhooks.create(endpoint)
    },
  }
}
