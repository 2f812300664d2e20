import type { Price } from '@parakh/core'
import type { OperationCost } from '../contract/costs.ts'

/** The cost of an operation by the configuration; undefined: none. */
export type ConfiguredCost = (plugin: string, operation: string) => Price | undefined

/** The costs of operations at a time: the set cost, else that of the configuration. */
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

  /** The entry in force: the latest that has begun; of two with the same time the one written later. */
  inForce(operation: Pick<OperationCost, 'plugin' | 'operation'>, at: number): OperationCost | null {
    const begun = (this.#set.get(keyOf(operation)) ?? []).filter(({ validFrom }) => validFrom.getTime() <= at)
    return begun.reduce<OperationCost | null>(
      (found, entry) => (found && found.validFrom > entry.validFrom ? found : entry),
      null,
    )
  }

  /** @param at Milliseconds since 1970. @returns Undefined: no cost is known. */
  cost(operation: Pick<OperationCost, 'plugin' | 'operation'>, at: number): Price | undefined {
    return this.inForce(operation, at)?.cost ?? this.configured(operation.plugin, operation.operation)
  }
}

const keyOf = ({ plugin, operation }: Pick<OperationCost, 'plugin' | 'operation'>): string => `${plugin}/${operation}`
