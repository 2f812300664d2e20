import type { Server } from 'node:net'
import type { CallQueue, Clock, Logger } from '@parakh/core'
import type { Host, HostedEndpoint } from '@parakh/kernel'
import type { onRequestHookHandler } from 'fastify'
import type { Metrics } from './metrics.ts'
import { sentIdsOf } from './read-call.ts'
import { send } from './send-response.ts'

/** How often the log says that calls or connections are refused, in milliseconds. */
const SAID_EVERY_MS = 10_000

/** Refusals of one second that are answered at once; those of callers who do not wait would take the time of the calls that are accepted. */
const AT_ONCE_PER_SECOND = 500
/** How long further ones are held at least, in milliseconds; up to two seconds more, so that they do not come back all at once. */
const HELD_AT_LEAST_MS = 1_000
const SPREAD_MS = 2_000
/** How many are held at one time at most: a connection may send many requests before it reads an answer. */
const MOST_HELD = 10_000

/** What an overload needs of a server. */
interface OverloadParts {
  readonly host: Host
  readonly clock: Clock
  readonly logger: Logger
  readonly metrics: Metrics
  /** What waits for the ledger; null: the store has no queue. */
  queue(): CallQueue | null
}

/** Refuses new calls and connections while too many wait (decision 0122). */
export class Overload {
  #unsaid = 0
  #second = 0
  #refusedInSecond = 0
  #held = 0
  #saidMs = Number.NEGATIVE_INFINITY

  constructor(private readonly parts: OverloadParts) {}

  /**
   * Refuses a new call before its body, its credentials and the database are read. One with an idempotency key or a request id of the caller goes on while
   * look-ups are free: it may repeat a call that was answered.
   */
  guard(hosted: HostedEndpoint): onRequestHookHandler {
    const { host, metrics, queue } = this.parts
    return (request, reply, proceed) => {
      const waiting = queue()
      if (waiting === null || waiting.retryAfter === null) return proceed()
      const stated = sentIdsOf(request)
      const isNamed = stated.requestId !== undefined || stated.idempotencyKey !== undefined
      if (isNamed && waiting.looksUp) return proceed()
      const response = host.fault('SERVICE_OVERLOADED', { hosted, retryAfter: waiting.retryAfter, ...stated })
      metrics.called({ endpoint: hosted.endpoint.id, response, elapsedMs: 0 })
      this.#say(waiting)
      const heldMs = this.#heldMs()
      if (heldMs === 0) return void send(reply, response)
      this.#held += 1
      setTimeout(() => {
        this.#held -= 1
        send(reply, response)
      }, heldMs)
    }
  }

  /** How long the next refusal is held, in milliseconds; 0: it is answered at once. */
  #heldMs(): number {
    const second = Math.floor(this.parts.clock.monotonicMs() / 1_000)
    if (second !== this.#second) [this.#second, this.#refusedInSecond] = [second, 0]
    this.#refusedInSecond += 1
    if (this.#refusedInSecond <= AT_ONCE_PER_SECOND || this.#held >= MOST_HELD) return 0
    return HELD_AT_LEAST_MS + (this.#refusedInSecond % SPREAD_MS)
  }

  /** Closes connections of a server at once that are opened beyond the most. */
  bound(server: Server, mostConnections: number): void {
    server.maxConnections = mostConnections
    server.on('drop', () => {
      this.parts.metrics.dropped()
      this.#say(this.parts.queue())
    })
  }

  /** A line for each refusal would cost more than the refusal. */
  #say(waiting: CallQueue | null): void {
    const nowMs = this.parts.clock.monotonicMs()
    this.#unsaid += 1
    if (nowMs - this.#saidMs < SAID_EVERY_MS) return
    const { queued, waitMs } = waiting ?? { queued: 0, waitMs: 0 }
    this.parts.logger.warn('overload.refused', { refused: this.#unsaid, queued, wait_ms: Math.round(waitMs) })
    this.#unsaid = 0
    this.#saidMs = nowMs
  }
}
