/**
 * A bounded in-memory cache by key; the oldest entry is evicted. Concurrent callers share one load; a failed load rejects for them and
 * is tried again by the next. Values do not become stale: a change removes the entry or has another key (decision 0067).
 *
 * @example
 * const keys = new KeyedCache<KeyOwner | null>(10_000)
 * const owner = await keys.get(publicId, () => store.keys.findByPublicId(publicId))
 */
export class KeyedCache<Value extends object | string | null> {
  readonly #entries = new Map<string, Value | Promise<Value>>()

  /** @param most The largest number of entries. */
  constructor(private readonly most: number) {}

  /** The value of a key: a value if it is cached, else a promise. @param load Null is not cached. */
  get(key: string, load: () => Promise<Value>): Value | Promise<Value> {
    return this.#entries.get(key) ?? this.#load(key, load)
  }

  /** Removes a key: the next caller loads it again; a load in flight resolves only for those who wait for it. */
  forget(key: string): void {
    this.#entries.delete(key)
  }

  #load(key: string, load: () => Promise<Value>): Promise<Value> {
    const [oldest] = this.#entries.keys()
    if (this.#entries.size >= this.most && oldest !== undefined) this.#entries.delete(oldest)
    const loading = load()
    this.#entries.set(key, loading)
    const keep = (value: Value | null): void => {
      if (this.#entries.get(key) !== loading) return
      if (value === null) this.#entries.delete(key)
      else this.#entries.set(key, value)
    }
    loading.then(keep, () => keep(null))
    return loading
  }
}
