import type { WebhookDue, WebhookLane, WebhookResult, WebhookStore } from '@parakh/core'

type Delivering = Pick<WebhookStore, 'lanes' | 'due' | 'record' | 'release' | 'purge'>
interface Waiting extends WebhookDue {
  readonly scheduledAt: number
}

/** What a worker needs of a store, in memory: lanes of endpoints, and attempts that are due. */
export class MemoryDeliveries implements Delivering {
  readonly lanesByName = new Map<string, WebhookLane>()
  readonly results: WebhookResult[] = []
  released = 0
  /** Set to make `record` fail. */
  trouble: Error | null = null
  #waiting: Waiting[] = []
  #ids = 0

  endpoint(name: string, url = `https://${name}.example.in/`): void {
    const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
    const lane = { lane: name, endpointId: name, accountId: 'a', url, enabled: true, secret, nextSecret: null }
    this.lanesByName.set(name, { ...lane, replays: false })
  }
  add(lane: string, count = 1, at = 0): void {
    for (let nth = 0; nth < count; nth += 1) {
      this.#ids += 1
      const id = `${this.#ids}`
      this.#waiting.push({
        id,
        lane,
        endpointId: lane,
        eventId: `event-${id}`,
        attempt: 1,
        body: Buffer.from(id),
        scheduledAt: at,
      })
    }
  }

  async lanes({ at, keep }: Parameters<WebhookStore['lanes']>[0]): Promise<readonly WebhookLane[]> {
    const due = new Set(this.#waiting.filter(({ scheduledAt }) => scheduledAt <= at).map(({ lane }) => lane))
    return [...this.lanesByName.values()].filter(({ lane }) => due.has(lane) || keep.includes(lane))
  }
  async due(wanted: Parameters<WebhookStore['due']>[0], at: number): Promise<readonly WebhookDue[]> {
    return wanted.flatMap(({ lane, limit, except }) =>
      this.#waiting
        .filter((one) => one.lane === lane && one.scheduledAt <= at && !except.includes(one.id))
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
