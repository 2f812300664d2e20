import type { Plans, Webhooks } from '@parakh/core'

/**
 * Webhooks, of which production endpoints are made for accounts whose plan permits them, where features are enforced. Endpoints that
 * stand already go on; in the sandbox everybody tries them.
 *
 * @returns `create` throws `PLAN_FEATURE_REQUIRED` besides.
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
