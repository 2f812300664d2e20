import type { Accounts, Brands, PrintableBrand } from '@parakh/core'

/** Where a brand is looked for. */
export interface BrandSources {
  readonly accounts: Pick<Accounts, 'ancestors'>
  readonly brands: Pick<Brands, 'all'>
}

/**
 * Whose customer an account is: the brand of the nearest account above it that has one that is shown. Its own is for those below it.
 *
 * @returns Null: it is the host's customer.
 */
export async function brandAbove(
  { accounts, brands }: BrandSources,
  accountId: string,
): Promise<PrintableBrand | null> {
  const shown = new Map((await brands.all()).map((brand) => [brand.accountId, brand]))
  if (shown.size === 0) return null
  for (const { id } of await accounts.ancestors(accountId)) {
    const brand = shown.get(id)
    if (brand) return { name: brand.name, supportEmail: brand.supportEmail, colour: brand.colour }
  }
  return null
}
