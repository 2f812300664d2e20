import type { WebhookDue, WebhookQueue } from '../webhook-store.ts'

/** Attempts in flight to a receiver that has not answered yet: if it hangs, it holds no more. */
const INITIAL_LIMIT = 2

/** A delivery queue in its worker: attempts that are read ahead, attempts in flight, and the limit of the latter. */
export class DeliveryQueue {
  #waiting: WebhookDue[] = []
  readonly #inFlight = new Set<string>()
  #limit: number
  /** Whether this process holds its lease. */
  held = true
  /** True: there may be more due than what is read ahead. */
  more = true

  constructor(
    public settings: WebhookQueue,
    readonly most: number,
  ) {
    this.#limit = Math.min(INITIAL_LIMIT, most)
  }

  /** Takes the settings of its endpoint as they are now. */
  refresh(settings: WebhookQueue): void {
    this.settings = settings
    this.held = true
    if (!settings.enabled) this.clear()
  }
  /** Drops the attempts that are read ahead: they stay due in the store. */
  clear(): void {
    this.#waiting = []
  }

  get isIdle(): boolean {
    return this.#waiting.length === 0 && this.#inFlight.size === 0
  }
  /** Whether its limit is at least that of a receiver that has not answered yet. */
  get isHealthy(): boolean {
    return this.#limit >= Math.min(INITIAL_LIMIT, this.most)
  }
  get isEmpty(): boolean {
    return this.#waiting.length === 0
  }
  get mayStart(): boolean {
    return this.settings.enabled && this.#inFlight.size < this.#limit
  }
  /** Ids of the attempts that are read ahead or in flight. */
  get known(): readonly string[] {
    return [...this.#inFlight, ...this.#waiting.map(({ id }) => id)]
  }

  enqueue(due: readonly WebhookDue[]): void {
    const known = new Set(this.known)
    this.#waiting.push(...due.filter(({ id }) => !known.has(id)))
  }
  dequeue(): WebhookDue | undefined {
    const due = this.#waiting.shift()
    if (due) this.#inFlight.add(due.id)
    return due
  }
  /** Adapts the limit: a failure halves it, a receiver that hangs gets one at a time, each delivery adds one. */
  finish(id: string, how: 'delivered' | 'failed' | 'hung'): void {
    this.#inFlight.delete(id)
    if (how === 'delivered') this.#limit = Math.min(this.most, this.#limit + 1)
    else this.#limit = how === 'hung' ? 1 : Math.max(1, Math.floor(this.#limit / 2))
  }
}
