import { createRequire } from 'node:module'
import type { Clock } from '@parakh/core'
import type * as Undici from 'undici'
import type { Pool } from 'undici'
import { type ReachableTarget, type TargetCheck, targetFinder } from '../target/check-target.ts'
import { attemptError } from './attempt-error.ts'
import { guardedConnector } from './guarded-connector.ts'
import { readExcerpt } from './response-excerpt.ts'
import { readRetryAfter } from './schedule.ts'

/** How events are posted. */
export interface PosterOptions extends TargetCheck {
  readonly clock: Clock
  /** For a whole attempt, names and answer included, in milliseconds. */
  readonly timeoutMs: number
  /** Connections to one endpoint. */
  readonly connections: number
  /** Certificates of authorities besides the system's; PEM. */
  readonly ca?: string
}
/** A request as it is posted. */
export interface Post {
  /** The delivery queue whose connections it uses. */
  readonly queue: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}
/** What came back. */
export interface Posted {
  readonly httpStatus: number | null
  /** Null: the receiver accepted it (2xx). */
  readonly error: string | null
  readonly responseExcerpt: string | null
  readonly latencyMs: number
  readonly retryAfterMs: number | null
}
/** Posts to endpoints, each over connections of its own. */
export interface Poster {
  /** Never throws. */
  post(request: Post): Promise<Posted>
  /** Closes the connections of queues that were not used for a minute. */
  closeUnused(): Promise<void>
  /** Closes all connections. */
  close(): Promise<void>
}

const load = createRequire(import.meta.url)
const UNUSED_MS = 60_000

interface QueuePool {
  readonly origin: string
  readonly pool: Pool
  reachable: ReachableTarget
  usedMs: number
}

/** A poster: it follows no redirect, takes no proxy from the environment, and connects to checked addresses only. */
export function createPoster(options: PosterOptions): Poster {
  const { clock, timeoutMs, connections } = options
  const find = targetFinder(options)
  const pools = new Map<string, QueuePool>()

  /** The connections of a queue, to the addresses that its host name resolves to now. */
  function poolFor(queue: string, reachable: ReachableTarget): QueuePool {
    const { origin } = reachable.target.url
    const known = pools.get(queue)
    if (known?.origin === origin) {
      known.reachable = reachable
      known.usedMs = clock.monotonicMs()
      return known
    }
    if (known) void known.pool.destroy()
    const connect = guardedConnector({
      addresses: () => opened.reachable.addresses,
      accepts: (address) => opened.reachable.target.accepts(address),
      timeoutMs,
      ...(options.ca === undefined ? {} : { ca: options.ca }),
    })
    const limits = { headersTimeout: timeoutMs, bodyTimeout: timeoutMs }
    // Loaded with the first post: a server without webhooks keeps ten megabytes less.
    const undici: typeof Undici = load('undici')
    const pool = new undici.Pool(origin, { connect, connections, pipelining: 1, ...limits })
    const opened: QueuePool = { origin, pool, reachable, usedMs: clock.monotonicMs() }
    pools.set(queue, opened)
    return opened
  }

  async function send(request: Post, signal: AbortSignal): Promise<Omit<Posted, 'latencyMs'>> {
    const reachable = await beforeEnd(find(request.url), signal)
    if (reachable.problem) return notSent(reachable.problem)
    const { url } = reachable.target
    const answer = await poolFor(request.queue, reachable).pool.request({
      ...{ method: 'POST', path: `${url.pathname}${url.search}`, signal },
      headers: request.headers,
      body: request.body,
    })
    const { statusCode, headers, body } = answer
    const taken = statusCode >= 200 && statusCode < 300
    const after = headers['retry-after']
    const answered = {
      httpStatus: statusCode,
      error: taken ? null : statusCode >= 300 && statusCode < 400 ? 'REDIRECT_REFUSED' : 'HTTP_STATUS',
      retryAfterMs: readRetryAfter(typeof after === 'string' ? after : undefined, clock.now().getTime()),
    }
    // The status alone decides how the attempt ended: an unreadable body changes nothing.
    const responseExcerpt = await readExcerpt(body).catch(() => null)
    return { ...answered, responseExcerpt }
  }

  return {
    async post(request) {
      const startedMs = clock.monotonicMs()
      const signal = AbortSignal.timeout(timeoutMs)
      const posted = await send(request, signal).catch((error: unknown) => notSent(attemptError(error)))
      return { ...posted, latencyMs: Math.round(clock.monotonicMs() - startedMs) }
    },
    async closeUnused() {
      const unused = [...pools].filter(([, { usedMs }]) => clock.monotonicMs() - usedMs > UNUSED_MS)
      for (const [queue] of unused) pools.delete(queue)
      await Promise.allSettled(unused.map(([, { pool }]) => pool.close()))
    },
    async close() {
      const all = [...pools.values()]
      pools.clear()
      await Promise.allSettled(all.map(({ pool }) => pool.destroy()))
    },
  }
}

const notSent = (error: string): Omit<Posted, 'latencyMs'> => ({
  ...{ httpStatus: null, error, responseExcerpt: null, retryAfterMs: null },
})

/** Waits for name resolution no longer than the whole attempt may last. */
function beforeEnd<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    work.then(resolve, reject)
  })
}
