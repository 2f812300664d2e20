/** What a client wants: one request with an id of its own, as long as it takes. */
export interface Intent {
  readonly requestId: string
  readonly accountId: string
  /** `job` and `silent-job` are charged on completion; the latter is never completed. */
  readonly kind: 'find' | 'order' | 'job' | 'silent-job'
  /** What it asks for: of this intent alone, so that the journal of the upstream can be compared with it. */
  readonly thing: string
}

/** One whole answer, as the client keeps it. */
export interface Acknowledgement {
  readonly status: number
  readonly text: string
  /** Whether it said that it is a replay. */
  readonly replayed: boolean
}

/**
 * Where an intent stands: `answered` and `none` are stored answers, `refused` is a 402 (the id is free, nothing is charged), `open`
 * is unacknowledged.
 */
export type Standing = 'answered' | 'none' | 'refused' | 'open'

/** Says nothing of what became of a call: it came too late, it is still running, or something is down. */
export const INDEFINITE: ReadonlySet<number> = new Set([408, 409, 503])

/** An intent with everything that its client saw of it. */
export class Entry {
  /** The stored answer, once one was seen. */
  stored: Acknowledgement | null = null
  /** How many whole answers carried it. */
  storedSeen = 0
  /** How many of these said that they are replays. */
  markedSeen = 0
  /** Stored answers that were another one than the first: there must be none. */
  readonly differing: Acknowledgement[] = []
  /** How often it was sent; written before it leaves. */
  sent = 0
  /** How often no definite answer came since the last `renew`: lost, cut off, 409, 503. */
  unacknowledged = 0
  /** Whether its answer was a 402, and nothing else of it was on its way. */
  refused = false
  /** Answers that none of this may get. */
  readonly unexpected: Acknowledgement[] = []

  constructor(readonly intent: Intent) {}

  /** Notes a whole answer. */
  acknowledge(answer: Acknowledgement): void {
    if (answer.status === 200 || answer.status === 404) this.#store(answer)
    else if (INDEFINITE.has(answer.status)) this.lose()
    else if (answer.status === 402) this.refused = this.unacknowledged === 0
    else this.unexpected.push(answer)
  }

  /** Before a replay that is sent alone: whatever became of earlier ones, its answer is the last. */
  renew(): void {
    this.unacknowledged = 0
  }

  #store(answer: Acknowledgement): void {
    this.stored ??= answer
    this.storedSeen += 1
    if (answer.replayed) this.markedSeen += 1
    if (answer.status !== this.stored.status || answer.text !== this.stored.text) this.differing.push(answer)
  }

  /** Notes that no definite answer came. */
  lose(): void {
    this.unacknowledged += 1
    this.refused = false
  }

  get standing(): Standing {
    if (this.stored) return this.stored.status === 200 ? 'answered' : 'none'
    return this.refused ? 'refused' : 'open'
  }

  /** Micro-rupees that its client was told were charged. */
  get charged(): number {
    if (this.stored?.status !== 200) return 0
    const body = JSON.parse(this.stored.text) as { meta: { charged: number } }
    return Math.round(body.meta.charged * 1_000_000)
  }
}
