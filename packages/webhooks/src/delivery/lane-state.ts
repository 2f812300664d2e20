import type { WebhookDue, WebhookLane } from '@parakh/core'

/** What a receiver of which nothing is known yet may have at once: if it hangs, it holds no more. */
const FIRST = 2

/** A lane as its worker has it: what is queued of it, what is under way, and how much may be at once. */
export class LaneState {
  #queue: WebhookDue[] = []
  readonly #underway = new Set<string>()
  #allowance: number
  /** Whether this process has its lease. */
  held = true
  /** True: there may be more due than what is queued. */
  more = true

  constructor(
    public lane: WebhookLane,
    readonly most: number,
  ) {
    this.#allowance = Math.min(FIRST, most)
  }

  /** Takes over how its endpoint stands now. */
  become(lane: WebhookLane): void {
    this.lane = lane
    this.held = true
    if (!lane.enabled) this.forget()
  }
  /** Drops what is queued: it stays due. */
  forget(): void {
    this.#queue = []
  }

  get isIdle(): boolean {
    return this.#queue.length === 0 && this.#underway.size === 0
  }
  /** Whether it may have as much at once as one of which nothing is known. */
  get isSound(): boolean {
    return this.#allowance >= Math.min(FIRST, this.most)
  }
  get isEmpty(): boolean {
    return this.#queue.length === 0
  }
  get mayStart(): boolean {
    return this.lane.enabled && this.#underway.size < this.#allowance
  }
  /** Attempts that are queued or under way. */
  get known(): readonly string[] {
    return [...this.#underway, ...this.#queue.map(({ id }) => id)]
  }

  queue(due: readonly WebhookDue[]): void {
    const known = new Set(this.known)
    this.#queue.push(...due.filter(({ id }) => !known.has(id)))
  }
  take(): WebhookDue | undefined {
    const due = this.#queue.shift()
    if (due) this.#underway.add(due.id)
    return due
  }
  /** A receiver that fails gets fewer at once, one that hangs one at a time; each that it takes allows one more. */
  end(id: string, how: 'delivered' | 'failed' | 'hung'): void {
    this.#underway.delete(id)
    if (how === 'delivered') this.#allowance = Math.min(this.most, this.#allowance + 1)
    else this.#allowance = how === 'hung' ? 1 : Math.max(1, Math.floor(this.#allowance / 2))
  }
}
