import type { SetPrice } from '../../api/rows.ts'

/** What a price is of, and for whom: the volume steps of one scope belong together. */
export type PriceScope = Pick<SetPrice, 'endpoint' | 'tier' | 'account_id' | 'role'>

/** The scope of a price. */
export const scopeOf = ({ endpoint, tier, account_id, role }: PriceScope): PriceScope => ({
  ...{ endpoint, tier, account_id, role },
})

/** `company-details#full`: an endpoint with its tier. */
export const itemOf = ({ endpoint, tier }: Pick<PriceScope, 'endpoint' | 'tier'>): string =>
  tier === null ? endpoint : `${endpoint}#${tier}`

/** Prices of the same scope and owner, in the order of their volumes. */
export const stepsOf = (price: SetPrice, rows: readonly SetPrice[]): readonly SetPrice[] =>
  rows
    .filter(
      (other) =>
        JSON.stringify(scopeOf(other)) === JSON.stringify(scopeOf(price)) &&
        other.owner_account_id === price.owner_account_id,
    )
    .sort((one, other) => one.from_calls - other.from_calls || one.valid_from.localeCompare(other.valid_from))
