import type { Keys, Plans } from '@parakh/core'

/**
 * Keys, of which production ones are issued to accounts whose plan permits them, where features are enforced. Keys that were issued
 * before go on: a plan that ends takes no access away, its calls are paid for from the wallet.
 *
 * @returns `create` and `promote` throw `PLAN_FEATURE_REQUIRED` besides.
 */
export function withPlanKeys(keys: Keys, plans: Pick<Plans, 'gated' | 'requireFeature'>): Keys {
  if (!plans.gated) return keys
  return {
    ...keys,
    async create(key) {
      if (key.environment === 'production') await plans.requireFeature(key.accountId, 'productionKeys')
      return await keys.create(key)
    },
    async promote(id, actor) {
      // A key that does not exist is told of by the keys.
      const owner = await keys.get(id)
      if (owner) await plans.requireFeature(owner.account.id, 'productionKeys')
      return await keys.promote(id, actor)
    },
  }
}
