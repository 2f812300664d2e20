import { Counter, type Registry } from 'prom-client'

interface TallyOptions<Label extends string> {
  readonly name: string
  readonly help: string
  readonly labelNames: readonly Label[]
  readonly registers: Registry[]
}

/** Adds to a counter. The labels are those of the first that came with the key. */
export type Tally<Label extends string> = (
  key: string,
  labels: () => Record<Label, string | number>,
  by?: number,
) => void

/**
 * A counter for what is counted with every call: sums are kept here, by a key, and told when somebody asks. The library would join and
 * sort the labels each time.
 */
export function tally<Label extends string>({ name, help, labelNames, registers }: TallyOptions<Label>): Tally<Label> {
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
