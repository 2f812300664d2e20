import { decorate, Entitlements } from '@parakh/core'
import { Plans } from '../contract.ts'

/** An account is entitled to what its plan includes, if features are enforced, and to what it was before. */
export const planEntitlements = decorate(Entitlements, {
  id: 'plans',
  needs: { plans: Plans },
  wrap: (inner, { plans }) => ({
    has: async (accountId, entitlement) =>
      (await plans.allows(accountId, entitlement)) && (await inner.has(accountId, entitlement)),
    async require(accountId, entitlement) {
      await plans.requireFeature(accountId, entitlement)
      await inner.require(accountId, entitlement)
    },
  }),
})
