/**
 * Values by key in memory, each loaded once however many ask for it: at most so many, then the oldest goes. A load that fails is told to those
 * who wait for it, and begun again by the next. Nothing goes stale here: what changes is forgotten, or has another key (decision 0067).
 *
 * @example
 * const keys = new KeyedCache<KeyOwner | null>(10_000)
 * const owner = await keys.get(publicId, () => store.keys.findByPublicId(publicId))
 */
export class KeyedCache<Value extends object | string | null> {
  readonly #entries = new Map<string, Value | Promise<Value>>()

  /** @param most How many are kept. */
  constructor(private readonly most: number) {}

  /** The value of a key: at once where it is kept, else a promise. @param load Its null, there is none, is not kept. */
  get(key: string, load: () => Promise<Value>): Value | Promise<Value> {
    return this.#entries.get(key) ?? this.#load(key, load)
  }

  /** Whoever asks next has it loaded anew; a load in flight reaches only those who wait for it. */
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
