import type { WebhookDue, WebhookQueue, WebhookResult, WebhookStore } from '../webhook-store.ts'

type Delivering = Pick<WebhookStore, 'claimQueues' | 'due' | 'record' | 'release' | 'purge'>
interface Waiting extends WebhookDue {
  readonly scheduledAt: number
}

/** What a worker needs of a store, in memory: queues of endpoints, and attempts that are due. */
export class MemoryDeliveries implements Delivering {
  readonly queuesByName = new Map<string, WebhookQueue>()
  readonly results: WebhookResult[] = []
  released = 0
  /** Set to make `record` fail. */
  trouble: Error | null = null
  #waiting: Waiting[] = []
  #ids = 0

  endpoint(name: string, url = `https://${name}.example.in/`): void {
    const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
    const queue = { queue: name, endpointId: name, accountId: 'a', url, enabled: true, secret, nextSecret: null }
    this.queuesByName.set(name, { ...queue, replays: false })
  }
  add(queue: string, count = 1, at = 0): void {
    for (let nth = 0; nth < count; nth += 1) {
      this.#ids += 1
      const id = `${this.#ids}`
      this.#waiting.push({
        id,
        queue,
        endpointId: queue,
        eventId: `event-${id}`,
        attempt: 1,
        body: Buffer.from(id),
        scheduledAt: at,
      })
    }
  }

  async claimQueues({ at, keep }: Parameters<WebhookStore['claimQueues']>[0]): Promise<readonly WebhookQueue[]> {
    const due = new Set(this.#waiting.filter(({ scheduledAt }) => scheduledAt <= at).map(({ queue }) => queue))
    return [...this.queuesByName.values()].filter(({ queue }) => due.has(queue) || keep.includes(queue))
  }
  async due(wanted: Parameters<WebhookStore['due']>[0], at: number): Promise<readonly WebhookDue[]> {
    return wanted.flatMap(({ queue, limit, except }) =>
      this.#waiting
        .filter((one) => one.queue === queue && one.scheduledAt <= at && !except.includes(one.id))
        .slice(0, limit),
    )
  }
  async record(results: readonly WebhookResult[]): Promise<void> {
    if (this.trouble) throw this.trouble
    for (const result of results) {
      this.results.push(result)
      const ended = this.#waiting.find(({ id }) => id === result.id)
      this.#waiting = this.#waiting.filter((one) => one !== ended)
      if (ended && result.nextAt !== null)
        this.#waiting.push({ ...ended, id: `${ended.id}+`, attempt: ended.attempt + 1, scheduledAt: result.nextAt })
    }
  }
  async release(): Promise<void> {
    this.released += 1
  }
  async purge(): Promise<number> {
    return 0
  }
}
