import type { Account, PriceEntry, Role } from '@parakh/core'

/** Whose price is looked for, and when. */
export interface PriceFor {
  readonly account: Pick<Account, 'id' | 'role'>
  /** Milliseconds since 1970. */
  readonly at: number
}

/** What holds in a slot, and how long. */
interface Holding {
  readonly entry: PriceEntry | null
  /** Milliseconds since 1970, included. */
  readonly from: number
  /** Milliseconds since 1970, excluded. */
  readonly until: number
}

/** The entries of one slot, in the order of writing. */
class Slab {
  #entries: readonly PriceEntry[] = []
  #holding: Holding | null = null
  constructor(readonly fromCalls: number) {}

  add(entry: PriceEntry): void {
    this.#entries = [...this.#entries, entry]
    this.#holding = null
  }
  /** The latest that has begun; of two that began together the one that was written later. */
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

/** The slabs of one account, of one role, or of everybody: the highest volume first. */
export class Slabs {
  #slabs: readonly Slab[] = []

  add(entry: PriceEntry): void {
    let slab = this.#slabs.find(({ fromCalls }) => fromCalls === entry.fromCalls)
    if (!slab) {
      slab = new Slab(entry.fromCalls)
      this.#slabs = [...this.#slabs, slab].sort((one, other) => other.fromCalls - one.fromCalls)
    }
    slab.add(entry)
  }
  /** The price of the highest volume that is reached. */
  reached(at: number, calls: number): PriceEntry | null {
    for (const slab of this.#slabs) {
      const entry = slab.fromCalls > calls ? null : slab.inForce(at)
      if (entry && entry.price !== null) return entry
    }
    return null
  }
  /** From how many calls on another price may hold, above zero, ascending. */
  borders(at: number): readonly number[] {
    const priced = this.#slabs.filter((slab) => slab.fromCalls > 0 && (slab.inForce(at)?.price ?? null) !== null)
    return priced.map(({ fromCalls }) => fromCalls).reverse()
  }
  /** Whether a price of it goes by the volume, now or later. */
  get byVolume(): boolean {
    return this.#slabs.some(({ fromCalls, priced }) => fromCalls > 0 && priced)
  }
}

/** All prices of one endpoint. */
export class EndpointPrices {
  readonly #accounts = new Map<string, Slabs>()
  readonly #roles = new Map<Role, Slabs>()
  readonly #everybody = new Slabs()
  /** Whether charged calls are counted: a slab of any scope goes by them, now or later. */
  byVolume = false

  add(entry: PriceEntry): void {
    const scope = this.#scopeOf(entry)
    scope.add(entry)
    this.byVolume ||= scope.byVolume
  }
  #scopeOf({ accountId, role }: PriceEntry): Slabs {
    if (accountId !== null) return grown(this.#accounts, accountId)
    return role === null ? this.#everybody : grown(this.#roles, role)
  }

  /** The account's own price first, then that of its role, then that of everybody. Null: the list has none. */
  find({ account, at }: PriceFor, calls: number): PriceEntry | null {
    for (const scope of this.scopes(account)) {
      const found = scope.reached(at, calls)
      if (found) return found
    }
    return null
  }
  /** From how many calls on another price may hold for an account, ascending. */
  borders({ account, at }: PriceFor): readonly number[] {
    return this.scopes(account)
      .flatMap((scope) => scope.borders(at))
      .sort((one, other) => one - other)
  }
  /** What is looked through for an account, in the order of precedence. */
  scopes({ id, role }: PriceFor['account']): readonly Slabs[] {
    const scopes = [this.#accounts.get(id), this.#roles.get(role), this.#everybody]
    return scopes.filter((scope) => scope !== undefined)
  }
}

function grown<K>(scopes: Map<K, Slabs>, key: K): Slabs {
  const known = scopes.get(key)
  if (known) return known
  const made = new Slabs()
  scopes.set(key, made)
  return made
}

/** All prices that were set. Entries of any order of writing may be added as they come. */
export class PriceBook {
  readonly #endpoints = new Map<string, EndpointPrices>()

  add(entries: readonly PriceEntry[]): void {
    for (const entry of entries) {
      const prices = this.#endpoints.get(entry.endpoint) ?? new EndpointPrices()
      prices.add(entry)
      this.#endpoints.set(entry.endpoint, prices)
    }
  }
  /** Undefined where no price of it was ever set: what almost every call finds. */
  of(endpoint: string): EndpointPrices | undefined {
    return this.#endpoints.get(endpoint)
  }
}
