import { type AccountBrand, type Brands, checkBrand, type PlanFeature, type Plans } from '@parakh/core'
import { resaleErrors } from '../error-codes.ts'

/** The options of `createBrands`. */
export interface BrandsParts {
  /** The storage of brands. */
  readonly brands: Brands
  readonly plans: Pick<Plans, 'gated' | 'allows' | 'requireFeature'>
  /** Hosts of the server itself, in lower case, which no account may use. */
  readonly ownHosts: readonly string[]
}

/** The plan feature that a brand requires. */
const FEATURES: readonly PlanFeature[] = ['customDomain', 'ownBrand']

/**
 * Brands of accounts, subject to their plans if features are enforced. A brand that the plan no longer permits is kept but not shown.
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
      // For an unknown account report ACCOUNT_NOT_FOUND, not a missing plan feature.
      await brands.get(brand.accountId)
      if (ownHosts.includes(brand.host)) throw resaleErrors.error('BRAND_HOST_NOT_ALLOWED', { host: brand.host })
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
