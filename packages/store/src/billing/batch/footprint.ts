import {
  type BillingOperation,
  counterKey,
  creditKey,
  type Environment,
  recordKey,
  type StagedWrites,
  walletKey,
} from '@parakh/core'

/** Everything that the operations of a batch touch: what is locked, and what is read under the locks. */
export interface Footprint {
  /** The latest time of the operations, in milliseconds since 1970: a record that has expired by then does not exist. */
  readonly at: number
  /** Sorted, so that two batches never lock in opposite order. */
  readonly wallets: readonly (readonly [accountId: string, environment: Environment])[]
  readonly keys: readonly string[]
  readonly claims: readonly (readonly [accountId: string, environment: Environment, claim: string])[]
  readonly uniqueKeys: readonly (readonly [accountId: string, environment: Environment, uniqueKey: string])[]
  readonly calls: readonly string[]
  readonly credits: readonly (readonly [accountId: string, environment: Environment, reference: string])[]
  readonly records: readonly (readonly [accountId: string, environment: Environment, collection: string, id: string])[]
  readonly counters: readonly (readonly [accountId: string, environment: Environment, name: string, period: string])[]
}

/** A footprint, in the order in which statements are given it. */
export const FOOTPRINT = [
  'wallets',
  'keys',
  'claims',
  'uniqueKeys',
  'calls',
  'credits',
  'records',
  'counters',
  'at',
] as const satisfies readonly (keyof Footprint)[]

/** A footprint as the parameters of a statement: lists as JSON. */
export const footprintValues = (footprint: Footprint): (string | number)[] =>
  FOOTPRINT.map((name) => (name === 'at' ? footprint.at : JSON.stringify(footprint[name])))

/** What these operations touch, each once. */
export function footprintOf(operations: readonly BillingOperation[]): Footprint {
  const collector = new Collector()
  for (const operation of operations) collector.add(operation)
  return collector.footprint()
}

class Collector {
  #at = 0
  readonly #wallets = new Map<string, Footprint['wallets'][number]>()
  readonly #keys = new Set<string>()
  readonly #calls = new Set<string>()
  readonly #claims: Footprint['claims'][number][] = []
  readonly #uniqueKeys: Footprint['uniqueKeys'][number][] = []
  readonly #credits = new Map<string, Footprint['credits'][number]>()
  readonly #records = new Map<string, Footprint['records'][number]>()
  readonly #counters = new Map<string, Footprint['counters'][number]>()

  add(operation: BillingOperation): void {
    const { accountId, environment, at } = operation
    this.#at = Math.max(this.#at, at)
    this.#wallets.set(walletKey(operation), [accountId, environment])
    if ('keyId' in operation && operation.keyId !== undefined) this.#keys.add(operation.keyId)
    const funding = operation.kind === 'credit' || operation.kind === 'adjust'
    if ('reference' in operation && !funding) this.#calls.add(operation.reference)
    if ('writes' in operation) this.#addStaged(operation, operation.writes)
    if (operation.kind === 'admit' && operation.claim !== null)
      this.#claims.push([accountId, environment, operation.claim])
    if (operation.kind === 'admit' && operation.uniqueKey !== undefined)
      this.#uniqueKeys.push([accountId, environment, operation.uniqueKey])
    if (operation.kind === 'admit' && operation.pool) {
      const { name, period } = operation.pool
      this.#counters.set(counterKey(operation, { name, period }), [accountId, environment, name, period])
    }
    if (funding)
      this.#credits.set(creditKey(operation, operation.reference), [accountId, environment, operation.reference])
  }

  #addStaged(of: { accountId: string; environment: Environment }, writes: StagedWrites): void {
    for (const { reference } of writes.refunds) this.#calls.add(reference)
    if (writes.asyncState) this.#calls.add(writes.asyncState.reference)
    for (const record of writes.records)
      this.#records.set(recordKey(of, record), [of.accountId, of.environment, record.collection, record.id])
  }

  footprint(): Footprint {
    const sorted = [...this.#wallets].sort(([one], [other]) => (one < other ? -1 : 1))
    return {
      at: this.#at,
      wallets: sorted.map(([, wallet]) => wallet),
      keys: [...this.#keys],
      claims: this.#claims,
      uniqueKeys: this.#uniqueKeys,
      calls: [...this.#calls],
      credits: [...this.#credits.values()],
      records: [...this.#records.values()],
      counters: [...this.#counters.values()],
    }
  }
}
