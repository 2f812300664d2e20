/** Ages of the value in milliseconds: from the first on a refresh runs in the background, from the second on callers wait for it. */
const REFRESH_AFTER_MS = 500
const STALE_AFTER_MS = 1_000

/** Data of a store that processes cache. Each change raises its revision in its own commit. */
export interface Revised<Changes extends { readonly revision: number }> {
  /** The changes after a revision, and the new revision; null: none, found by reading one row. */
  changesAfter(revision: number): Promise<Changes | null>
  /** How often this process has raised the revision. Synchronous. */
  changesHere(): number
}

/** The options of a cache. */
export interface RevisionCacheOptions<Value> {
  readonly clock: { monotonicMs(): number }
  /** Returns the current value, or the given one if nothing changed; undefined at first. */
  refresh(value: Value | undefined): Promise<Value>
  /**
   * Counts this process's own changes after their commit (`Revised.changesHere`). Absent: they are treated like those of other
   * processes.
   */
  changesHere?(): number
}

/**
 * A projection of the database in memory, at most a second old. In use it is refreshed every half second in the background; after a
 * pause, or a change by this process, callers wait. One refresh is in flight at a time (decision 0067).
 *
 * @example
 * const prices = new RevisionCache({ clock, refresh, changesHere: () => lists.changesHere() })
 * const book = await prices.get()
 */
export class RevisionCache<Value extends object> {
  #latest: Value | undefined
  #readAtMs = Number.NEGATIVE_INFINITY
  #changes = 0
  #inFlight: { readonly changes: number; readonly done: Promise<Value> } | null = null

  constructor(private readonly options: RevisionCacheOptions<Value>) {}

  /** The last value, however old; undefined before the first. For callers that can continue without a database. */
  get latest(): Value | undefined {
    return this.#latest
  }

  /** The value if it is new enough, else a promise. Only callers who wait get the failure of a refresh. */
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
    // A refresh that was in flight during a change by this process may have missed it.
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
