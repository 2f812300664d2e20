import { Counter, type Registry } from 'prom-client'

interface KeyedCounterOptions<Label extends string> {
  readonly name: string
  readonly help: string
  readonly labelNames: readonly Label[]
  readonly registers: Registry[]
}

/** Increments a counter. The first call with a key sets its labels. */
export type KeyedCounter<Label extends string> = (
  key: string,
  labels: () => Record<Label, string | number>,
  by?: number,
) => void

/**
 * A counter for the call path: sums are kept by key and exported when metrics are read, because the library joins and sorts labels at
 * each increment.
 */
export function keyedCounter<Label extends string>({
  name,
  help,
  labelNames,
  registers,
}: KeyedCounterOptions<Label>): KeyedCounter<Label> {
  const sums = new Map<string, { readonly labels: Record<Label, string | number>; sum: number }>()
  new Counter({
    name,
    help,
    labelNames,
    registers,
    collect() {
      this.reset()
      for (const { labels, sum } of sums.values()) this.inc(labels, sum)
    },
  })
  return (key, labels, by = 1) => {
    const known = sums.get(key)
    if (known) known.sum += by
    else sums.set(key, { labels: labels(), sum: by })
  }
}
