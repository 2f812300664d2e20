/** What came of the writes that a call has sent, by operation: a handler that runs again does not send them again. */
export class SentWrites {
  /** Made with the first: most calls write none. */
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
