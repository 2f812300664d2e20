import type { JobWrite, RecordWrite, StagedWrites } from '@parakh/core'

type AsyncState = NonNullable<StagedWrites['asyncState']>

/** The staged writes of a handler: committed together if it answers, else dropped. */
export class Staging {
  /** Created with the first write: most calls have none. */
  #records: Map<string, RecordWrite> | null = null
  readonly #events: StagedWrites['events'][number][] = []
  readonly #jobs: JobWrite[] = []
  readonly #refunds: StagedWrites['refunds'][number][] = []
  #asyncState: AsyncState | null = null

  /** A record that is written twice in a call is committed once, in its last state. */
  record(write: RecordWrite): void {
    const key = `${write.collection}/${write.id}`
    this.#records ??= new Map()
    const earlier = this.#records.get(key)
    this.#records.set(key, earlier ? { ...write, expected: earlier.expected } : write)
  }
  /** A record as this call has staged it. */
  stagedRecord(collection: string, id: string): RecordWrite | undefined {
    return this.#records?.get(`${collection}/${id}`)
  }
  event(event: StagedWrites['events'][number]): void {
    this.#events.push(event)
  }
  job(job: JobWrite): void {
    this.#jobs.push(job)
  }
  refund(reference: string, reason: string): void {
    if (!this.#refunds.some((refund) => refund.reference === reference)) this.#refunds.push({ reference, reason })
  }
  asyncState(asyncState: AsyncState): void {
    this.#asyncState = asyncState
  }
  /** Everything, for one commit. */
  writes(): StagedWrites {
    return {
      records: this.#records ? [...this.#records.values()] : [],
      events: this.#events,
      jobs: this.#jobs,
      refunds: this.#refunds,
      asyncState: this.#asyncState,
    }
  }
}
