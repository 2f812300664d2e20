/** Marks of idle lanes are purged in the end: what was acknowledged longer ago is not compared, in milliseconds. */
const COMPARED_WITHIN_MS = 3_600_000

/** A batch whose commit was acknowledged. */
interface Acknowledged {
  readonly number: number
  readonly at: number
}

/**
 * The last batch of each lane whose commit the database acknowledged, as this process remembers it. A database whose mark is behind has lost
 * commits: an asynchronous standby was promoted, or a backup restored beneath a running process (decision 0124).
 */
export class AcknowledgedMarks {
  readonly #last = new Map<string, Acknowledged>()

  /** @param at Milliseconds since 1970. */
  acknowledge(lane: string, acknowledged: Acknowledged): void {
    this.#last.set(lane, acknowledged)
  }

  /**
   * @param lane Of this process.
   * @param mark The number that the database has of the lane.
   * @param at Now, in milliseconds since 1970.
   * @returns The acknowledged number that the database has no more; null: it has all.
   */
  lost(lane: string, mark: number, at: number): number | null {
    const last = this.#last.get(lane)
    if (!last || mark >= last.number || at - last.at > COMPARED_WITHIN_MS) return null
    return last.number
  }

  /** Once the loss is told, what the database has now is where it goes on. */
  forget(): void {
    this.#last.clear()
  }
}
