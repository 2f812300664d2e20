import { extensionPoint } from '../extension-point.ts'

/** One value of a metric. Labels never contain an address, a name of a person or anything else of a caller. */
export interface MetricSample {
  readonly labels?: Readonly<Record<string, string>>
  readonly value: number
  /** Of a histogram. */
  readonly suffix?: '_bucket' | '_sum' | '_count'
}
/** A metric as Prometheus knows it. */
export interface MetricFamily {
  /** `parakh_jobs_due`: unique in a server. Counters end with `_total`. */
  readonly name: string
  /** One line. */
  readonly help: string
  readonly kind: 'counter' | 'gauge' | 'histogram'
  /** The samples now. None: it is omitted, such as while its database does not answer. */
  samples(): readonly MetricSample[] | Promise<readonly MetricSample[]>
}

/**
 * What a server exports at `/metrics` besides its calls. `make` is called once per server; a family that throws when it is read is omitted and logged.
 *
 * @example
 * Metrics.contribute({
 *   id: 'queue', needs: { queue: Queue },
 *   make: ({ queue }) => [gaugeMetric('acme_queue_length', 'Letters that wait', async () => [{ value: await queue.length() }])],
 * })
 */
export const Metrics = extensionPoint<readonly MetricFamily[]>('core.metrics', { version: 1 })

/**
 * A metric whose value is read when it is exported.
 *
 * @param read The value; null: there is none now.
 */
export const gaugeMetric = (
  name: string,
  help: string,
  read: () => Promise<number | readonly MetricSample[] | null>,
): MetricFamily => ({
  ...{ name, help, kind: 'gauge' },
  async samples() {
    const value = await read()
    if (value === null) return []
    return typeof value === 'number' ? [{ value }] : value
  },
})

/**
 * What happened in this process since it started, counted by labels.
 *
 * @example
 * const sent = new CounterMetric('acme_letters_total', 'Letters sent', [{ kind: 'bill' }])
 * sent.add({ kind: 'bill' })
 */
export class CounterMetric implements MetricFamily {
  readonly kind = 'counter'
  readonly #sums = new Map<string, { readonly labels: Readonly<Record<string, string>>; value: number }>()

  /** @param known Labels that are exported as 0 before the first happening. */
  constructor(
    readonly name: string,
    readonly help: string,
    known: readonly Readonly<Record<string, string>>[] = [],
  ) {
    for (const labels of known) this.add(labels, 0)
  }

  /** @param by 0 or more. */
  add(labels: Readonly<Record<string, string>> = {}, by = 1): void {
    const key = JSON.stringify(labels)
    const sum = this.#sums.get(key)
    if (sum) sum.value += by
    else this.#sums.set(key, { labels, value: by })
  }

  samples(): readonly MetricSample[] {
    return [...this.#sums.values()].map(({ labels, value }) => ({ labels, value }))
  }
}

/** How long, or how much, things were in this process since it started. */
export class HistogramMetric implements MetricFamily {
  readonly kind = 'histogram'
  readonly #counts: number[]
  #sum = 0
  #count = 0

  /** @param buckets Their upper bounds, ascending. */
  constructor(
    readonly name: string,
    readonly help: string,
    readonly buckets: readonly number[],
  ) {
    this.#counts = buckets.map(() => 0)
  }

  observe(value: number): void {
    this.#sum += value
    this.#count += 1
    const at = this.buckets.findIndex((bound) => value <= bound)
    if (at >= 0) this.#counts[at] = (this.#counts[at] ?? 0) + 1
  }

  samples(): readonly MetricSample[] {
    let below = 0
    const buckets = this.buckets.map((bound, index): MetricSample => {
      below += this.#counts[index] ?? 0
      return { suffix: '_bucket', labels: { le: String(bound) }, value: below }
    })
    return [
      ...buckets,
      { suffix: '_bucket', labels: { le: '+Inf' }, value: this.#count },
      { suffix: '_sum', value: this.#sum },
      { suffix: '_count', value: this.#count },
    ]
  }
}
