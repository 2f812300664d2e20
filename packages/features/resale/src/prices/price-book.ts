import { type Account, type Role, type SoldItem, soldItemText } from '@parakh/core'
import type { PriceEntry } from '../contract/prices.ts'

/** The account and time of a price lookup. */
export interface PriceFor {
  readonly account: Pick<Account, 'id' | 'role'>
  /** The super admin above the account; null: none. */
  readonly owner: string | null
  /** Milliseconds since 1970. */
  readonly at: number
}

/** The entry in force in a slot, and its time span. */
interface Holding {
  readonly entry: PriceEntry | null
  /** Milliseconds since 1970, included. */
  readonly from: number
  /** Milliseconds since 1970, excluded. */
  readonly until: number
}

/** The entries of one slot, in the order of writing. */
class VolumeTier {
  #entries: readonly PriceEntry[] = []
  #holding: Holding | null = null
  constructor(readonly fromCalls: number) {}

  add(entry: PriceEntry): void {
    this.#entries = [...this.#entries, entry]
    this.#holding = null
  }
  /** The entry in force: the latest that has begun; of two with the same time the one written later. */
  inForce(at: number): PriceEntry | null {
    const known = this.#holding
    if (known && known.from <= at && at < known.until) return known.entry
    this.#holding = this.#find(at)
    return this.#holding.entry
  }
  #find(at: number): Holding {
    let entry: PriceEntry | null = null
    let [from, until] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
    for (const one of this.#entries) {
      const begins = one.validFrom.getTime()
      if (begins > at) until = Math.min(until, begins)
      else if (begins >= from) [entry, from] = [one, begins]
    }
    return { entry, from, until }
  }
  get priced(): boolean {
    return this.#entries.some(({ price }) => price !== null)
  }
}

/** The volume tiers of one account, of one role, or of everybody: the highest volume first. */
export class VolumeTiers {
  #tiers: readonly VolumeTier[] = []

  add(entry: PriceEntry): void {
    let tier = this.#tiers.find(({ fromCalls }) => fromCalls === entry.fromCalls)
    if (!tier) {
      tier = new VolumeTier(entry.fromCalls)
      this.#tiers = [...this.#tiers, tier].sort((one, other) => other.fromCalls - one.fromCalls)
    }
    tier.add(entry)
  }
  /** The price of the highest tier that is reached. */
  reached(at: number, calls: number): PriceEntry | null {
    for (const tier of this.#tiers) {
      const entry = tier.fromCalls > calls ? null : tier.inForce(at)
      if (entry && entry.price !== null) return entry
    }
    return null
  }
  /** The call counts at which the price may change, above zero, ascending. */
  borders(at: number): readonly number[] {
    const priced = this.#tiers.filter((tier) => tier.fromCalls > 0 && (tier.inForce(at)?.price ?? null) !== null)
    return priced.map(({ fromCalls }) => fromCalls).reverse()
  }
  /** Whether it has volume tiers, now or later. */
  get byVolume(): boolean {
    return this.#tiers.some(({ fromCalls, priced }) => fromCalls > 0 && priced)
  }
}

/** The prices of one owner for a sold item: the operators or a super admin. */
class OwnerPrices {
  readonly accounts = new Map<string, VolumeTiers>()
  readonly roles = new Map<Role, VolumeTiers>()
  readonly everybody = new VolumeTiers()
}

/** All prices of one sold item. */
export class ItemPrices {
  readonly #operators = new OwnerPrices()
  readonly #superAdmins = new Map<string, OwnerPrices>()
  /** Whether charged calls must be counted, because any scope has a volume tier, now or later. */
  byVolume = false

  add(entry: PriceEntry): void {
    const scope = this.#scopeOf(entry)
    scope.add(entry)
    this.byVolume ||= scope.byVolume
  }
  #scopeOf({ ownerAccountId, accountId, role }: PriceEntry): VolumeTiers {
    const newTiers = (): VolumeTiers => new VolumeTiers()
    const prices =
      ownerAccountId === null ? this.#operators : grown(this.#superAdmins, ownerAccountId, () => new OwnerPrices())
    if (accountId !== null) return grown(prices.accounts, accountId, newTiers)
    return role === null ? prices.everybody : grown(prices.roles, role, newTiers)
  }
  /** Whether a super admin has set a price: then an account's line matters. */
  get owned(): boolean {
    return this.#superAdmins.size > 0
  }

  /** The price of the highest precedence that is reached (decision 0059). Null: the list has none. */
  find(of: PriceFor, calls: number): PriceEntry | null {
    for (const scope of this.scopes(of)) {
      const found = scope.reached(of.at, calls)
      if (found) return found
    }
    return null
  }
  /** The call counts at which an account's price may change, ascending. */
  borders(of: PriceFor): readonly number[] {
    return this.scopes(of)
      .flatMap((scope) => scope.borders(of.at))
      .sort((one, other) => one - other)
  }
  /** The slots of an account, in the order of precedence: its own prices, its super admin's list, the operators' list. */
  scopes({ account: { id, role }, owner }: Omit<PriceFor, 'at'>): readonly VolumeTiers[] {
    const operators = this.#operators
    const above = owner === null ? undefined : this.#superAdmins.get(owner)
    const own = [above?.accounts.get(id), operators.accounts.get(id)]
    const lists = [above?.roles.get(role), above?.everybody, operators.roles.get(role), operators.everybody]
    return [...own, ...lists].filter((scope) => scope !== undefined)
  }
}

function grown<K, V>(known: Map<K, V>, key: K, make: () => V): V {
  const found = known.get(key)
  if (found) return found
  const made = make()
  known.set(key, made)
  return made
}

/** All prices that were set. Entries may be added in any order. */
export class PriceBook {
  readonly #items = new Map<string, ItemPrices>()
  /** Whether any super admin has set a price. */
  owned = false

  add(entries: readonly PriceEntry[]): void {
    for (const entry of entries) {
      this.owned ||= entry.ownerAccountId !== null
      const item = soldItemText(entry)
      const prices = this.#items.get(item) ?? new ItemPrices()
      prices.add(entry)
      this.#items.set(item, prices)
    }
  }
  /** Undefined: no price was ever set, the case of most calls. */
  of(item: SoldItem): ItemPrices | undefined {
    return this.#items.get(soldItemText(item))
  }
}
