import type { Revised } from '@parakh/core'
import type { PriceEntry } from '../contract/prices.ts'

/** A new price entry. */
export type NewPrice = Omit<PriceEntry, 'id' | 'createdAt'>

/** Changes since a revision. */
export interface PriceChanges {
  /** The revision that the changes lead to. */
  readonly revision: number
  /** In the order of writing. */
  readonly entries: readonly PriceEntry[]
  /** Whether any account has a commission rate. */
  readonly commission: boolean
}

/** The storage of prices: one append-only list. The revision is that of the tree of accounts, which rises with new entries and commission rates too. */
export interface PriceLists extends Revised<PriceChanges> {
  /** The newest revision. */
  revision(): Promise<number>
  /**
   * @param ifRevision The revision that it was checked against: at any other revision nothing is added. Absent: it was checked against nothing.
   * @throws `ACCOUNT_NOT_FOUND`, `PRICING_CHANGED`
   */
  add(price: NewPrice, ifRevision?: number): Promise<PriceEntry>
  /** All entries in the order of writing. @param endpoint Only of this endpoint, with all its tiers. */
  history(endpoint?: string): Promise<readonly PriceEntry[]>
}
