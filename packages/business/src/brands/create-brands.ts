import { type AccountBrand, type Brands, checkBrand, type PlanFeature, type Plans } from '@parakh/core'
import { businessErrors } from '../error-codes.ts'

/** What brands are made from. */
export interface BrandsParts {
  /** As they are kept. */
  readonly brands: Brands
  readonly plans: Pick<Plans, 'gated' | 'allows' | 'requireFeature'>
  /** Hosts of the server itself, in lower case: no account has one of them. */
  readonly ownHosts: readonly string[]
}

/** What a plan must have for a brand at a host of its own. */
const FEATURES: readonly PlanFeature[] = ['customDomain', 'ownBrand']

/**
 * Brands of accounts whose plans permit them, where features are enforced. A brand that the plan permits no more is kept, and not shown.
 *
 * @example
 * const brands = createBrands({ brands: store.brands, plans, ownHosts: ['api.acme.example'] })
 * const shown = await brands.all()
 */
export function createBrands({ brands, plans, ownHosts }: BrandsParts): Brands {
  async function isShown({ accountId, host }: AccountBrand): Promise<boolean> {
    if (ownHosts.includes(host)) return false
    for (const feature of FEATURES) if (!(await plans.allows(accountId, feature))) return false
    return true
  }
  return {
    ...brands,
    async set(given, actor) {
      const brand = checkBrand(given)
      // An account that does not exist has no plan to be told of.
      await brands.get(brand.accountId)
      if (ownHosts.includes(brand.host)) throw businessErrors.error('BRAND_HOST_NOT_ALLOWED', { host: brand.host })
      for (const feature of FEATURES) await plans.requireFeature(brand.accountId, feature)
      return await brands.set(brand, actor)
    },
    async all() {
      const kept = await brands.all()
      const shown = await Promise.all(kept.map(isShown))
      return kept.filter((_, place) => shown[place])
    },
  }
}
