/** At this age of the value a refresh begins beside whoever asks, and at this age whoever asks waits for one, in milliseconds. */
const REFRESH_AFTER_MS = 500
const STALE_AFTER_MS = 1_000

/** What a store keeps that every process has a projection of. Each change raises its revision in the change's own commit. */
export interface Revised<Changes extends { readonly revision: number }> {
  /** What changed after a revision, and up to which one; null where nothing did, which is a read of one row. */
  changesAfter(revision: number): Promise<Changes | null>
  /** How often this process itself has raised the revision. Never waits. */
  changesHere(): number
}

/** What a cache reads, and by which clock. */
export interface RevisionCacheOptions<Value> {
  readonly clock: { monotonicMs(): number }
  /** Brings the value up to date, or gives it back where nothing changed. At first there is none. */
  refresh(value: Value | undefined): Promise<Value>
  /** Counts this process's own changes, each after its commit; `Revised` has it. Absent: this process's changes are as those of others. */
  changesHere?(): number
}

/**
 * A projection of a database in memory, never older than a second: while it is asked for, it is refreshed every half second beside whoever
 * asks; after a pause, or a change of this process, they wait. One refresh is in flight at a time (decision 0067).
 *
 * @example
 * const prices = new RevisionCache({ clock, refresh, changesHere: () => store.prices.changesHere() })
 * const book = await prices.get()
 */
export class RevisionCache<Value extends object> {
  #latest: Value | undefined
  #readAtMs = Number.NEGATIVE_INFINITY
  #changes = 0
  #inFlight: { readonly changes: number; readonly done: Promise<Value> } | null = null

  constructor(private readonly options: RevisionCacheOptions<Value>) {}

  /** The value last read, however old; undefined before the first. For whoever goes on without a database. */
  get latest(): Value | undefined {
    return this.#latest
  }

  /** The value: at once where it is new enough, else a promise. Only whoever waits is told that a refresh failed. */
  get(): Value | Promise<Value> {
    const ageMs = this.options.clock.monotonicMs() - this.#readAtMs
    if (!this.#latest || ageMs >= STALE_AFTER_MS || this.#changes !== this.#changesHere()) return this.#refreshed()
    if (ageMs >= REFRESH_AFTER_MS) this.#refresh().catch(() => undefined)
    return this.#latest
  }

  #changesHere(): number {
    return this.options.changesHere?.() ?? 0
  }

  async #refreshed(): Promise<Value> {
    // A refresh that was in flight when this process changed something may not have seen it.
    const { changes, done } = this.#inFlight ?? {}
    if (done && changes !== this.#changesHere()) await done.catch(() => undefined)
    return await this.#refresh()
  }

  #refresh(): Promise<Value> {
    const changes = this.#changesHere()
    this.#inFlight ??= {
      changes,
      done: this.#read(changes).finally(() => {
        this.#inFlight = null
      }),
    }
    return this.#inFlight.done
  }

  async #read(changes: number): Promise<Value> {
    const readAtMs = this.options.clock.monotonicMs()
    const value = await this.options.refresh(this.#latest)
    this.#latest = value
    this.#readAtMs = readAtMs
    this.#changes = changes
    return value
  }
}
