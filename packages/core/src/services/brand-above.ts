import type { Accounts } from './accounts.ts'
import type { Brands } from './brands.ts'
import type { PrintableBrand } from './printable-documents.ts'

/** The services that find a brand. */
export interface BrandSources {
  readonly accounts: Pick<Accounts, 'ancestors'>
  /** Null: accounts have no brands on this host. */
  readonly brands: Pick<Brands, 'all'> | null
}

/**
 * The brand of an account's reseller: that of the nearest account above it with a brand that is shown. An account's own brand is for
 * the accounts below it.
 *
 * @returns Null: it is a direct customer of the host.
 */
export async function brandAbove(
  { accounts, brands }: BrandSources,
  accountId: string,
): Promise<PrintableBrand | null> {
  if (brands === null) return null
  const shown = new Map((await brands.all()).map((brand) => [brand.accountId, brand]))
  if (shown.size === 0) return null
  for (const { id } of await accounts.ancestors(accountId)) {
    const brand = shown.get(id)
    if (brand) return { name: brand.name, supportEmail: brand.supportEmail, colour: brand.colour }
  }
  return null
}
