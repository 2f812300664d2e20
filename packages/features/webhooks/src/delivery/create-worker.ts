import type { Clock, Ids, Logger } from '@parakh/core'
import { errorFacts } from '@parakh/core'
import type { WebhookWorker } from '../contract.ts'
import { signatureHeaders } from '../signing/signature-headers.ts'
import type { WebhookDue, WebhookResult, WebhookStore } from '../webhook-store.ts'
import { DeliveryQueue } from './delivery-queue.ts'
import type { Posted, Poster } from './poster.ts'
import { ResultWriter } from './result-writer.ts'
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
  /** Called with each attempt that was made and recorded. */
  readonly observe?: (attempt: ObservedAttempt) => void
  /** The lease of a delivery queue, in milliseconds; 5,000 unless given. The queues of a process that died wait that long. */
  readonly leaseMs?: number
}

/** An attempt, for metrics. */
export interface ObservedAttempt {
  /** `refused_target`: no connection was made, as its address is not allowed. */
  readonly outcome: 'delivered' | 'failed' | 'refused_target'
  readonly latencyMs: number
}

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
/** Attempts that are read ahead for a queue. */
const AHEAD = 64
const MAX_QUEUES = 4_096
const MAX_REMEMBERED = 10_000
/** A receiver that takes so long counts as one that hangs. */
const HUNG_MS = 5_000
const USER_AGENT = 'Webhooks/1'

/**
 * Delivers what is due, at least once. Each endpoint has a delivery queue, and its replays have another one: a receiver that is down or
 * slow delays no other endpoint. An attempt frees its place once its result is committed, so that a process that dies repeats only the
 * attempts that were in flight.
 *
 * @example
 * const worker = createWorker({ store, poster, clock, ids, logger, schedule, keptMs })
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
  readonly #results: ResultWriter
  readonly #owner: string
  readonly #queues = new Map<string, DeliveryQueue>()
  readonly #inFlight = new Set<Promise<void>>()
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
    this.#results = new ResultWriter({ store, logger, disableAfterMs })
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
    this.#results.limitRetries()
    for (const queue of this.#queues.values()) queue.clear()
    await Promise.allSettled([...this.#inFlight])
    const { store, poster, logger } = this.#options
    await poster.close()
    if (this.#started)
      await store
        .release(this.#owner)
        .catch((error: unknown) => logger.warn('webhooks.queues_not_released', errorFacts(error)))
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
      await this.#claimQueues()
      await this.#readAhead()
      await this.#options.poster.closeUnused()
      await this.#purge()
    } catch (error) {
      this.#options.logger.error('webhooks.round_failed', errorFacts(error))
    }
  }

  /** Renews the leases of queues with attempts in flight, claims queues that have something due, and drops those that were lost. */
  async #claimQueues(): Promise<void> {
    const { store, leaseMs = 5_000, perEndpoint = 8 } = this.#options
    const keep = [...this.#queues].filter(([, queue]) => !queue.isIdle).map(([name]) => name)
    const claim = { owner: this.#owner, at: this.#now(), leaseMs, keep, most: MAX_QUEUES }
    const held = new Map((await store.claimQueues(claim)).map((settings) => [settings.queue, settings]))
    for (const [name, queue] of this.#queues) {
      if (held.has(name)) continue
      queue.held = false
      queue.clear()
      // The limit of a failing receiver outlives its lease.
      if (queue.isIdle && (queue.isHealthy || this.#queues.size > MAX_REMEMBERED)) this.#queues.delete(name)
    }
    for (const [name, settings] of held) {
      const known = this.#queues.get(name)
      if (known) known.refresh(settings)
      else
        this.#queues.set(
          name,
          new DeliveryQueue(settings, settings.replays ? Math.max(1, perEndpoint >> 2) : perEndpoint),
        )
    }
  }

  /** Reads attempts ahead for queues that have none waiting. */
  async #readAhead(): Promise<void> {
    const { store } = this.#options
    const wanting = [...this.#queues.values()].filter((queue) => queue.held && queue.isEmpty && queue.settings.enabled)
    if (wanting.length === 0) return
    const needs = wanting.map(({ settings, known }) => ({ queue: settings.queue, limit: AHEAD, except: known }))
    const due = await store.due(needs, this.#now())
    for (const queue of wanting) {
      const found = due.filter((one) => one.queue === queue.settings.queue)
      queue.more = found.length === AHEAD
      queue.enqueue(found)
      this.#startAttempts(queue)
    }
  }

  #startAttempts(queue: DeliveryQueue): void {
    const { most = 1_024 } = this.#options
    while (queue.mayStart && this.#inFlight.size < most && !this.#ending) {
      const due = queue.dequeue()
      if (!due) break
      const run: Promise<void> = this.#attempt(queue, due).finally(() => {
        this.#inFlight.delete(run)
        this.#continue(queue)
      })
      this.#inFlight.add(run)
    }
  }

  #continue(queue: DeliveryQueue): void {
    this.#startAttempts(queue)
    if (queue.isEmpty && queue.more) this.wake()
  }

  async #attempt(queue: DeliveryQueue, due: WebhookDue): Promise<void> {
    const { poster } = this.#options
    const { settings } = queue
    const at = this.#now()
    const { secret, nextSecret } = settings
    const timestamp = Math.floor(at / 1_000)
    const signatures = signatureHeaders({ id: due.eventId, timestamp, body: due.body, secret, nextSecret })
    const posted = await poster.post({
      ...{ queue: settings.queue, url: settings.url, body: due.body },
      headers: { 'content-type': 'application/json', 'user-agent': USER_AGENT, ...signatures },
    })
    const result = this.#resultOf(due, posted, at)
    if (result.gone) queue.clear()
    await this.#results.write(result)
    this.#options.observe?.({ outcome: outcomeOf(result), latencyMs: result.latencyMs })
    const hung = result.status !== 'delivered' && posted.latencyMs >= HUNG_MS
    queue.finish(due.id, result.status === 'delivered' ? 'delivered' : hung ? 'hung' : 'failed')
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
