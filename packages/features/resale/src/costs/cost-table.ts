import type { Price } from '@parakh/core'
import type { OperationCost } from '../contract/costs.ts'

/** An operation of a plugin at a source, by its name; null: at any that has no cost of its own. */
export type CostKey = Pick<OperationCost, 'plugin' | 'operation' | 'source'>
/** The cost of an operation by the configuration; undefined: none. */
export type ConfiguredCost = (of: CostKey) => Price | undefined

/** The costs of operations at a time: that of the source before that of all, and each the set one before that of the configuration. */
export class CostTable {
  readonly #set = new Map<string, OperationCost[]>()

  /** @param entries In the order of writing. */
  constructor(
    entries: readonly OperationCost[],
    private readonly configured: ConfiguredCost,
  ) {
    for (const entry of entries) {
      const known = this.#set.get(keyOf(entry)) ?? []
      known.push(entry)
      this.#set.set(keyOf(entry), known)
    }
  }

  /** The entry in force for exactly this: the latest that has begun; of two with the same time the one written later. */
  inForce(of: CostKey, at: number): OperationCost | null {
    const begun = (this.#set.get(keyOf(of)) ?? []).filter(({ validFrom }) => validFrom.getTime() <= at)
    return begun.reduce<OperationCost | null>(
      (found, entry) => (found && found.validFrom > entry.validFrom ? found : entry),
      null,
    )
  }

  /** @param at Milliseconds since 1970. @returns Undefined: no cost is known. */
  cost(of: CostKey, at: number): Price | undefined {
    const own = this.inForce(of, at)?.cost ?? this.configured(of)
    return own ?? (of.source === null ? undefined : this.cost({ ...of, source: null }, at))
  }
}

const keyOf = ({ plugin, operation, source }: CostKey): string => `${plugin}/${operation}/${source ?? ''}`
