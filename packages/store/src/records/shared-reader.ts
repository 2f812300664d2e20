import type { RecordRow } from '@parakh/core'

type Read = (ids: readonly string[]) => Promise<ReadonlyMap<string, RecordRow>>

/** Ids in one statement. */
const IDS_AT_ONCE = 200

interface Waiting {
  readonly id: string
  readonly resolve: (record: RecordRow | null) => void
  readonly reject: (reason: unknown) => void
}

/**
 * Reads records by id, many at once: while one statement is under way the next forms, as billing's batches do. A lookup
 * that is sold reads here in every call.
 */
export class SharedReader {
  readonly #read: Read
  #waiting: Waiting[] = []
  #busy = false

  /** @param read Answers the records that exist. */
  constructor(read: Read) {
    this.#read = read
  }

  get(id: string): Promise<RecordRow | null> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ id, resolve, reject })
      if (!this.#busy) void this.#work()
    })
  }

  async #work(): Promise<void> {
    this.#busy = true
    while (this.#waiting.length > 0) await this.#readSome(this.#waiting.splice(0, IDS_AT_ONCE))
    this.#busy = false
  }

  async #readSome(some: readonly Waiting[]): Promise<void> {
    try {
      const found = await this.#read([...new Set(some.map(({ id }) => id))])
      for (const { id, resolve } of some) resolve(found.get(id) ?? null)
    } catch (error) {
      for (const { reject } of some) reject(error)
    }
  }
}
