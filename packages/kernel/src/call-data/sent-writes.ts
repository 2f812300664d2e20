/** The results of the writes that a call has sent, by operation: a repeated handler does not send them again. */
export class SentWrites {
  /** Created with the first write: most calls have none. */
  #records: Map<string, unknown> | null = null

  has(operation: string): boolean {
    return this.#records?.has(operation) ?? false
  }
  /** The record that answered; null: the write was refused. */
  get(operation: string): unknown {
    return this.#records?.get(operation)
  }
  add(operation: string, record: unknown): this {
    this.#records ??= new Map()
    this.#records.set(operation, record)
    return this
  }
  /** Whether any of them was accepted. */
  get accepted(): boolean {
    return this.#records !== null && [...this.#records.values()].some((record) => record !== null)
  }
}
