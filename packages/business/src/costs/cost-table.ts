import type { Money, OperationCost } from '@parakh/core'

/** What the configuration says that an operation costs; undefined: nothing. */
export type ConfiguredCost = (plugin: string, operation: string) => Money | undefined

/** What operations cost at a time: what was set, else the configuration. */
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

  /** What holds: the latest that has begun, and of two that began together the one that was written later. */
  inForce(operation: Pick<OperationCost, 'plugin' | 'operation'>, at: number): OperationCost | null {
    const begun = (this.#set.get(keyOf(operation)) ?? []).filter(({ validFrom }) => validFrom.getTime() <= at)
    return begun.reduce<OperationCost | null>(
      (found, entry) => (found && found.validFrom > entry.validFrom ? found : entry),
      null,
    )
  }

  /** @param at Milliseconds since 1970. @returns Undefined where nobody said what it costs. */
  cost(operation: Pick<OperationCost, 'plugin' | 'operation'>, at: number): Money | undefined {
    return this.inForce(operation, at)?.cost ?? this.configured(operation.plugin, operation.operation)
  }
}

const keyOf = ({ plugin, operation }: Pick<OperationCost, 'plugin' | 'operation'>): string => `${plugin}/${operation}`
