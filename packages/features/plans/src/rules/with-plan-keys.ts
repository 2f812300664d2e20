import type { Keys, Plans } from '@parakh/core'

/**
 * Keys whose production keys require a plan feature, if features are enforced. Existing keys stay valid when a plan ends: their calls
 * are paid from the wallet.
 *
 * @returns Keys whose `create`, `promote` and `provideExternal` also throw `PLAN_FEATURE_REQUIRED`.
 */
export function withPlanKeys(keys: Keys, plans: Pick<Plans, 'gated' | 'requireFeature'>): Keys {
  if (!plans.gated) return keys
  return {
    ...keys,
    async create(key) {
      if (key.environment === 'production') await plans.requireFeature(key.accountId, 'productionKeys')
      return await keys.create(key)
    },
    async provideExternal(identity) {
      const { accountId, environment } = identity
      if (environment === 'production' && !(await keys.findExternal(identity)))
        await plans.requireFeature(accountId, 'productionKeys')
      return await keys.provideExternal(identity)
    },
    async promote(id, actor) {
      // For an unknown key, `keys` throws its own error.
      const owner = await keys.get(id)
      if (owner) await plans.requireFeature(owner.account.id, 'productionKeys')
      return await keys.promote(id, actor)
    },
  }
}
