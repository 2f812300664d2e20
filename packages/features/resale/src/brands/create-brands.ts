import type { AccountBrand, Entitlement, Entitlements } from '@parakh/core'
import type { AccountBrands } from '../contract/account-brands.ts'
import { resaleErrors } from '../error-codes.ts'
import { checkBrand } from './brand-rules.ts'

/** The options of `createBrands`. */
export interface BrandsParts {
  /** The stored brands. */
  readonly rows: AccountBrands
  readonly entitlements: Entitlements
  /** Hosts of the server itself, in lower case, which no account may use. */
  readonly ownHosts: readonly string[]
}

/** What a brand requires. */
const NEEDED: readonly Entitlement[] = ['customDomain', 'ownBrand']

/**
 * Brands of accounts that are entitled to one. A brand whose account is no longer entitled to it is kept but not shown.
 *
 * @example
 * const brands = createBrands({ rows, entitlements, ownHosts: ['api.acme.example'] })
 * const shown = await brands.all()
 */
export function createBrands({ rows, entitlements, ownHosts }: BrandsParts): AccountBrands {
  async function isShown({ accountId, host }: AccountBrand): Promise<boolean> {
    if (ownHosts.includes(host)) return false
    for (const entitlement of NEEDED) if (!(await entitlements.has(accountId, entitlement))) return false
    return true
  }
  return {
    ...rows,
    async set(given, actor) {
      const brand = checkBrand(given)
      // For an unknown account report ACCOUNT_NOT_FOUND, not a missing entitlement.
      await rows.get(brand.accountId)
      if (ownHosts.includes(brand.host)) throw resaleErrors.error('BRAND_HOST_NOT_ALLOWED', { host: brand.host })
      for (const entitlement of NEEDED) await entitlements.require(brand.accountId, entitlement)
      return await rows.set(brand, actor)
    },
    async all() {
      const kept = await rows.all()
      const shown = await Promise.all(kept.map(isShown))
      return kept.filter((_, place) => shown[place])
    },
  }
}
