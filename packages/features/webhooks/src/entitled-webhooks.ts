import type { Entitlements } from '@parakh/core'
import type { Webhooks } from './contract.ts'

/**
 * Webhooks whose production endpoints require an entitlement. Existing endpoints stay; the sandbox is open to all.
 *
 * @returns Webhooks whose `create` also throws what `Entitlements` does.
 */
export function entitledWebhooks(webhooks: Webhooks, entitlements: Pick<Entitlements, 'require'>): Webhooks {
  return {
    ...webhooks,
    async create(endpoint) {
      if (endpoint.environment === 'production') await entitlements.require(endpoint.accountId, 'webhooks')
      return await webhooks.create(endpoint)
    },
  }
}
