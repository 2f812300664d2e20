import type { Money } from '../money.ts'
import type { Revised } from '../revision-cache.ts'
import { token } from '../token.ts'
import type { Role } from './accounts.ts'

/** What a price is for. Null is everybody: all accounts, all roles. */
export interface PriceSlot {
  /** The endpoint's id. */
  readonly endpoint: string
  /** One account's own price; `role` is null then. */
  readonly accountId: string | null
  /** Accounts of one role alone. */
  readonly role: Role | null
  /** Holds once so many calls of the account to this endpoint were charged this month (Asia/Kolkata); 0 from the first. */
  readonly fromCalls: number
}
/** A price as it was set. Entries are added only: a call that was priced by one can always be explained by it. */
export interface PriceEntry extends PriceSlot {
  /** Stands with every posting that it priced. */
  readonly id: string
  /** The super admin account that set it: it holds below that account alone (decision 0059). Null: the operators. */
  readonly ownerAccountId: string | null
  /** Whole paise; null: from then on this slot has no price. */
  readonly price: Money | null
  readonly validFrom: Date
  readonly createdAt: Date
  /** Who set it. */
  readonly actor: string
}
/** A price that is to be set. */
export type NewPrice = Omit<PriceEntry, 'id' | 'createdAt'>

/** Changes since a revision. */
export interface PriceChanges {
  /** Up to which they go. */
  readonly revision: number
  /** In the order of writing. */
  readonly entries: readonly PriceEntry[]
  /** Whether any account has a rate of commission. */
  readonly commission: boolean
}

/** The prices that a store keeps: one list, added to only. Revisions rise with it, with rates of commission and with moved accounts. */
export interface PriceLists extends Revised<PriceChanges> {
  /** The newest revision. */
  revision(): Promise<number>
  /**
   * @param ifRevision What it was checked against: at another revision nothing is added.
   * @throws `ACCOUNT_NOT_FOUND`, `PRICING_CHANGED`
   */
  add(price: NewPrice, ifRevision?: number): Promise<PriceEntry>
  /** All that was ever set, in the order of writing. @param endpoint Of this one alone. */
  history(endpoint?: string): Promise<readonly PriceEntry[]>
}

/** A price, and where it stands in time. */
export interface ListedPrice extends PriceEntry {
  /** `planned` from a later time on; `past`: another one stands in its place. */
  readonly status: 'in force' | 'planned' | 'past'
}
/** Who sets or takes away a price, from when on. */
export interface PriceChange extends PriceSlot {
  /** The super admin account whose price it is; null and absent: the operators. Each reaches its own prices alone. */
  readonly ownerAccountId?: string | null
  readonly validFrom?: Date
  readonly actor: string
}
/** Whose price is taken away. */
export type UnsetPrice = PriceChange

/** Price lists: prices over those of the configuration, by endpoint, role, monthly volume and account, each from a time on. */
export interface Prices {
  /**
   * Sets a price from a time on; without `validFrom` from now. Calls in flight keep theirs.
   *
   * @throws `PRICE_ENDPOINT_UNKNOWN`, `PRICE_NOT_CHARGEABLE`, `PRICE_SLOT_INVALID`, `PRICE_IN_THE_PAST`, `PRICE_BELOW_FLOOR` with the
   *   figures, `ACCOUNT_NOT_FOUND`
   */
  set(price: PriceChange & { readonly price: Money }): Promise<PriceEntry>
  /** Takes a price away from a time on: what is below it in precedence holds. @throws `PRICE_NOT_SET`, `PRICE_IN_THE_PAST` */
  unset(price: UnsetPrice): Promise<PriceEntry>
  /** Prices in force and planned; `past` ones too where asked for. By endpoint, then role, account, volume, time. */
  list(query?: { readonly endpoint?: string; readonly past?: boolean }): Promise<readonly ListedPrice[]>
}
/** The price lists of a server. */
export const Prices = token<Prices>('core.prices')
