import type { Clock, Ids, Logger, WebhookDue, WebhookResult, WebhookStore, WebhookWorker } from '@parakh/core'
import { errorFacts } from '@parakh/core'
import { signatureHeaders } from '../signing/signature-headers.ts'
import { LaneState } from './lane-state.ts'
import type { Posted, Poster } from './poster.ts'
import { ResultBook } from './result-book.ts'
import { nextDelayMs, type RetrySchedule } from './schedule.ts'

/** What a worker is made from. */
export interface WorkerOptions {
  readonly store: WebhookStore
  readonly poster: Poster
  readonly clock: Clock
  readonly ids: Ids
  readonly logger: Logger
  readonly schedule: RetrySchedule
  /** How long attempts and bodies are kept, in milliseconds. */
  readonly keptMs: number
  /** Nothing delivered for so long, in milliseconds, disables an endpoint; 5 days unless given. */
  readonly disableAfterMs?: number
  /** Attempts of one endpoint at the same time, once it took some; 8 unless given. Of its replays a quarter of that. */
  readonly perEndpoint?: number
  /** Attempts at the same time in all; 1,024 unless given. */
  readonly most?: number
  /** How often it looks for what is due, in milliseconds; 500 unless given. */
  readonly everyMs?: number
  /** Told of each attempt that was made and written down. */
  readonly observe?: (attempt: ObservedAttempt) => void
  /** How long a lane is leased, in milliseconds; 5,000 unless given. After a death its lanes wait that long. */
  readonly leaseMs?: number
}

/** An attempt, as it is counted. */
export interface ObservedAttempt {
  /** `refused_target`: nothing was connected to, as its address is not allowed. */
  readonly outcome: 'delivered' | 'failed' | 'refused_target'
  readonly latencyMs: number
}

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
/** Attempts that are read ahead of a lane. */
const AHEAD = 64
const LANES = 4_096
const KNOWN_LANES = 10_000
/** A receiver that takes so long counts as one that hangs. */
const HUNG_MS = 5_000
const USER_AGENT = 'Parakh-Webhooks/1'

/**
 * Delivers what is due, at least once. Each endpoint has a lane of its own, and its replays another one: a receiver that is down or slow
 * delays nobody else. A lane takes on no more before what it did is written down, so that a death repeats no more than what was under
 * way.
 *
 * @example
 * const worker = createWorker({ store: store.webhooks, poster, clock, ids, logger, schedule, keptMs })
 * worker.start(() => false)
 * await worker.stop()
 */
export function createWorker(options: WorkerOptions): WebhookWorker & AsyncDisposable {
  const worker = new Worker(options)
  return {
    start: (paused, clock) => worker.start(paused, clock),
    wake: () => worker.wake(),
    stop: () => worker.stop(),
    [Symbol.asyncDispose]: () => worker.stop(),
  }
}

class Worker {
  readonly #options: WorkerOptions
  readonly #book: ResultBook
  readonly #owner: string
  readonly #lanes = new Map<string, LaneState>()
  readonly #underway = new Set<Promise<void>>()
  #paused: () => boolean = () => false
  #clock: Clock
  #started = false
  #ending: Promise<void> | null = null
  #timer: NodeJS.Timeout | null = null
  #round: Promise<void> | null = null
  #again = false
  #purgedAt: number

  constructor(options: WorkerOptions) {
    this.#options = options
    const { store, logger, disableAfterMs = 5 * DAY_MS } = options
    this.#book = new ResultBook({ store, logger, disableAfterMs })
    this.#owner = options.ids.next()
    this.#clock = options.clock
    this.#purgedAt = options.clock.monotonicMs()
  }

  start(paused: () => boolean, clock: Clock = this.#options.clock): void {
    if (this.#started || this.#ending) return
    this.#started = true
    this.#clock = clock
    this.#paused = paused
    this.wake()
  }

  wake(): void {
    if (!this.#started || this.#ending) return
    if (this.#round) {
      this.#again = true
      return
    }
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    this.#round = this.#runRound().finally(() => {
      this.#round = null
      if (this.#again) {
        this.#again = false
        this.wake()
      } else this.#sleep()
    })
  }

  stop(): Promise<void> {
    this.#ending ??= this.#end()
    return this.#ending
  }

  async #end(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer)
    await this.#round
    this.#book.end()
    for (const lane of this.#lanes.values()) lane.forget()
    await Promise.allSettled([...this.#underway])
    const { store, poster, logger } = this.#options
    await poster.close()
    if (this.#started)
      await store
        .release(this.#owner)
        .catch((error: unknown) => logger.warn('webhooks.lanes_not_released', errorFacts(error)))
  }

  #sleep(): void {
    if (this.#ending) return
    this.#timer = setTimeout(() => this.wake(), this.#options.everyMs ?? 500)
    // A process that has nothing else to do may end.
    this.#timer.unref()
  }

  async #runRound(): Promise<void> {
    if (this.#paused()) return
    try {
      await this.#takeLanes()
      await this.#fill()
      await this.#options.poster.tidy()
      await this.#purge()
    } catch (error) {
      this.#options.logger.error('webhooks.round_failed', errorFacts(error))
    }
  }

  /** Keeps the lanes that are worked on, takes those that have something due, and lets go of what another process took. */
  async #takeLanes(): Promise<void> {
    const { store, leaseMs = 5_000, perEndpoint = 8 } = this.#options
    const keep = [...this.#lanes].filter(([, lane]) => !lane.isIdle).map(([name]) => name)
    const claim = { owner: this.#owner, at: this.#now(), leaseMs, keep, most: LANES }
    const held = new Map((await store.lanes(claim)).map((lane) => [lane.lane, lane]))
    for (const [name, state] of this.#lanes) {
      if (held.has(name)) continue
      state.held = false
      state.forget()
      // What is known of a failing receiver outlives its lane.
      if (state.isIdle && (state.isSound || this.#lanes.size > KNOWN_LANES)) this.#lanes.delete(name)
    }
    for (const [name, lane] of held) {
      const known = this.#lanes.get(name)
      if (known) known.become(lane)
      else this.#lanes.set(name, new LaneState(lane, lane.replays ? Math.max(1, perEndpoint >> 2) : perEndpoint))
    }
  }

  /** Reads what is due of lanes that have nothing queued. */
  async #fill(): Promise<void> {
    const { store } = this.#options
    const wanting = [...this.#lanes.values()].filter((state) => state.held && state.isEmpty && state.lane.enabled)
    if (wanting.length === 0) return
    const needs = wanting.map(({ lane, known }) => ({ lane: lane.lane, limit: AHEAD, except: known }))
    const due = await store.due(needs, this.#now())
    for (const state of wanting) {
      const found = due.filter(({ lane }) => lane === state.lane.lane)
      state.more = found.length === AHEAD
      state.queue(found)
      this.#pump(state)
    }
  }

  #pump(state: LaneState): void {
    const { most = 1_024 } = this.#options
    while (state.mayStart && this.#underway.size < most && !this.#ending) {
      const due = state.take()
      if (!due) break
      const run: Promise<void> = this.#attempt(state, due).finally(() => {
        this.#underway.delete(run)
        this.#goOn(state)
      })
      this.#underway.add(run)
    }
  }

  #goOn(state: LaneState): void {
    this.#pump(state)
    if (state.isEmpty && state.more) this.wake()
  }

  async #attempt(state: LaneState, due: WebhookDue): Promise<void> {
    const { poster } = this.#options
    const { lane } = state
    const at = this.#now()
    const { secret, nextSecret } = lane
    const timestamp = Math.floor(at / 1_000)
    const signatures = signatureHeaders({ id: due.eventId, timestamp, body: due.body, secret, nextSecret })
    const posted = await poster.post({
      ...{ lane: lane.lane, url: lane.url, body: due.body },
      headers: { 'content-type': 'application/json', 'user-agent': USER_AGENT, ...signatures },
    })
    const result = this.#resultOf(due, posted, at)
    if (result.gone) state.forget()
    await this.#book.write(result)
    this.#options.observe?.({ outcome: outcomeOf(result), latencyMs: result.latencyMs })
    const hung = result.status !== 'delivered' && posted.latencyMs >= HUNG_MS
    state.end(due.id, result.status === 'delivered' ? 'delivered' : hung ? 'hung' : 'failed')
  }

  #resultOf(due: WebhookDue, posted: Posted, at: number): WebhookResult {
    const { schedule } = this.#options
    const { httpStatus, error, responseExcerpt, latencyMs, retryAfterMs } = posted
    const gone = httpStatus === 410
    const delayMs = error === null || gone ? null : nextDelayMs(schedule, due.attempt, retryAfterMs)
    return {
      ...{ id: due.id, endpointId: due.endpointId, httpStatus, error, responseExcerpt, latencyMs, gone },
      status: error === null ? 'delivered' : delayMs === null ? 'exhausted' : 'failed',
      attemptedAt: at,
      nextAt: delayMs === null ? null : this.#now() + delayMs,
    }
  }

  #now(): number {
    return this.#clock.now().getTime()
  }

  async #purge(): Promise<void> {
    const { store, keptMs } = this.#options
    const monotonicMs = this.#clock.monotonicMs()
    if (monotonicMs - this.#purgedAt < HOUR_MS) return
    this.#purgedAt = monotonicMs
    await store.purge(this.#now() - keptMs)
  }
}

const outcomeOf = ({ status, error }: WebhookResult): ObservedAttempt['outcome'] =>
  status === 'delivered' ? 'delivered' : error === 'TARGET_BLOCKED' ? 'refused_target' : 'failed'
