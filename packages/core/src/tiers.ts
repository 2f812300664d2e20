import type { Price } from './money.ts'

/** The named prices of an endpoint, each of one unit. Names are lower-case words joined by hyphens. */
export type Tiers = Readonly<Record<string, Price>>

/** What `tier(name, units)` gives a price function; only the host makes one. */
export class TierPrice<out Name extends string = string> {
  declare private readonly made: 'by the host'
  readonly kind = 'tier'
  constructor(
    readonly tier: Name,
    /** A whole number above zero. */
    readonly units: number,
  ) {}
}

/** What a price is set for: an endpoint, or one tier of it. As text: `company-details`, `company-details#basic`. */
export interface SoldItem {
  /** The endpoint's id. */
  readonly endpoint: string
  /** Null: the endpoint has no tiers. */
  readonly tier: string | null
}

/** A sold item as text: in `pricing.overrides`, on the command line, in messages. */
export const soldItemText = ({ endpoint, tier }: SoldItem): string => (tier === null ? endpoint : `${endpoint}#${tier}`)

/** Reads a sold item from its text. */
export function parseSoldItem(text: string): SoldItem {
  const [endpoint = '', ...tier] = text.split('#')
  return { endpoint, tier: tier.length === 0 ? null : tier.join('#') }
}

/** What is sold of an endpoint: itself, or each of its tiers. */
export function soldItemsOf({ id, tiers }: { readonly id: string; readonly tiers?: Tiers }): readonly SoldItem[] {
  return tiers ? Object.keys(tiers).map((tier) => ({ endpoint: id, tier })) : [{ endpoint: id, tier: null }]
}
