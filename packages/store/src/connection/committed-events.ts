import type { EventRow, OutboxEvent } from '@parakh/core'

type Watcher = (events: readonly OutboxEvent[]) => void

/** Tells those who watch in this process which events it has committed. Without a watcher nothing is kept. */
export class CommittedEvents {
  readonly #watchers = new Set<Watcher>()
  readonly #written = new WeakMap<object, EventRow[]>()

  /** @returns Ends watching. */
  watch(watcher: Watcher): () => void {
    this.#watchers.add(watcher)
    return () => void this.#watchers.delete(watcher)
  }
  /** Keeps an event until its transaction is committed. */
  written(transaction: object, event: EventRow): void {
    if (this.#watchers.size === 0) return
    this.#written.set(transaction, [...(this.#written.get(transaction) ?? []), event])
  }
  /** Tells the events of a transaction that is committed. */
  committed(transaction: object): void {
    this.tell(this.#written.get(transaction) ?? [])
  }
  /** Tells committed events. */
  tell(rows: readonly EventRow[]): void {
    if (rows.length === 0 || this.#watchers.size === 0) return
    const events = rows.map(({ at, ...event }): OutboxEvent => ({ ...event, createdAt: new Date(at) }))
    for (const watcher of this.#watchers) watcher(events)
  }
}
