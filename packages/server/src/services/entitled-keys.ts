import type { Entitlements, Keys } from '@parakh/core'

/**
 * Keys whose production keys require an entitlement. Existing keys stay valid when it ends: their calls are paid from the wallet.
 *
 * @returns Keys whose `create`, `promote` and `provideExternal` also throw what `Entitlements` does.
 */
export function entitledKeys(keys: Keys, entitlements: Pick<Entitlements, 'require'>): Keys {
  return {
    ...keys,
    async create(key) {
      if (key.environment === 'production') await entitlements.require(key.accountId, 'productionKeys')
      return await keys.create(key)
    },
    async provideExternal(identity) {
      const { accountId, environment } = identity
      if (environment === 'production' && !(await keys.findExternal(identity)))
        await entitlements.require(accountId, 'productionKeys')
      return await keys.provideExternal(identity)
    },
    async promote(id, actor) {
      // For an unknown key, `keys` throws its own error.
      const owner = await keys.get(id)
      if (owner) await entitlements.require(owner.account.id, 'productionKeys')
      return await keys.promote(id, actor)
    },
  }
}
