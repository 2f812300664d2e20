import { type CatalogueItem, type Money, type Price, type Role, type SoldItem, token } from '@parakh/core'

/** The scope of a price. Null means all: all accounts, all roles. */
export interface PriceSlot extends SoldItem {
  /** One account; `role` is null then. */
  readonly accountId: string | null
  /** One role. */
  readonly role: Role | null
  /**
   * The volume tier: applies after this many charged calls of the account to this endpoint (or tier of it) this month (Asia/Kolkata);
   * 0: from the first.
   */
  readonly fromCalls: number
}
/** A price entry. Entries are only appended, so that the price of a past call can always be explained. */
export interface PriceEntry extends PriceSlot {
  /** Stored with every posting that it priced. */
  readonly id: string
  /** The owner: the super admin account that set it, for accounts below it only (decision 0059). Null: the operators. */
  readonly ownerAccountId: string | null
  /** Whole paise; null: from then on this scope has no price. */
  readonly price: Price | null
  readonly validFrom: Date
  readonly createdAt: Date
  /** Who set it. */
  readonly actor: string
}
/** A price with its status. */
export interface ListedPrice extends PriceEntry {
  /** `planned`: it starts later; `past`: another one has replaced it. */
  readonly status: 'in force' | 'planned' | 'past'
}
/** Who sets or unsets a price, and from when on. */
export interface PriceChange extends Omit<PriceSlot, 'tier'> {
  /** Default: null. An endpoint with tiers needs one. */
  readonly tier?: string | null
  /** The owner: a super admin account; null or absent: the operators. Each can change only its own prices. */
  readonly ownerAccountId?: string | null
  readonly validFrom?: Date
  readonly actor: string
}
/** What an allowed price has to pay. */
export interface CheckedPrice {
  /** Commission of the line that is paid most of it. */
  readonly commission: Money
  /** The known cost of the providers. */
  readonly cost: Price
  /** The lowest price that covers both; null: none does. */
  readonly floor: Price | null
}
/** The scope whose price is unset. */
export type UnsetPrice = PriceChange

/**
 * Price lists, which take precedence over prices of the configuration: by endpoint, role, monthly volume and account, each from a time
 * on.
 */
export interface Prices {
  /**
   * Sets a price from a time on (default: now). Calls in flight keep the old one.
   *
   * @throws `PRICE_ENDPOINT_UNKNOWN`, `PRICE_TIER_REQUIRED`, `PRICE_TIER_UNKNOWN`, `PRICE_NOT_CHARGEABLE`, `PRICE_SLOT_INVALID`,
   *   `PRICE_IN_THE_PAST`, `PRICE_BELOW_FLOOR` with the figures, `ACCOUNT_NOT_FOUND`
   */
  set(price: PriceChange & { readonly price: Price }): Promise<PriceEntry>
  /**
   * What `set` would refuse, without setting anything.
   *
   * @throws As `set`, but for changes of others meanwhile.
   */
  check(price: PriceChange & { readonly price: Price }): Promise<CheckedPrice>
  /** Unsets a price from a time on: the next price in precedence applies. @throws `PRICE_NOT_SET`, `PRICE_IN_THE_PAST` */
  unset(price: UnsetPrice): Promise<PriceEntry>
  /** What a price other than zero can be set for, in the order of the configuration. */
  items(): Promise<readonly Pick<CatalogueItem, 'endpoint' | 'tier' | 'configured' | 'listed'>[]>
  /**
   * Prices in force and planned; `past` ones too where asked for. By endpoint, then tier, role, account, volume, time.
   *
   * @throws `PRICE_ENDPOINT_UNKNOWN`, `PRICE_TIER_UNKNOWN`
   */
  list(query?: {
    readonly endpoint?: string
    /** Of this tier of the endpoint; absent or null: of all its tiers. */
    readonly tier?: string | null
    readonly past?: boolean
  }): Promise<readonly ListedPrice[]>
}
/** The price lists of a server. */
export const Prices = token<Prices>('resale.prices', { broughtBy: '@parakh/resale' })
