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
  /** Whose connections it uses. */
  readonly lane: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}
/** What came back. */
export interface Posted {
  readonly httpStatus: number | null
  /** Null: it was taken (2xx). */
  readonly error: string | null
  readonly responseExcerpt: string | null
  readonly latencyMs: number
  readonly retryAfterMs: number | null
}
/** Posts to endpoints, each over connections of its own. */
export interface Poster {
  /** Never throws. */
  post(request: Post): Promise<Posted>
  /** Closes the connections of lanes that were not used of late. */
  tidy(): Promise<void>
  /** Closes all connections. */
  close(): Promise<void>
}

const load = createRequire(import.meta.url)
const UNUSED_MS = 60_000

interface Line {
  readonly origin: string
  readonly pool: Pool
  reachable: ReachableTarget
  usedMs: number
}

/** A poster: it follows no redirect, takes no proxy from the environment, and connects to checked addresses only. */
export function createPoster(options: PosterOptions): Poster {
  const { clock, timeoutMs, connections } = options
  const find = targetFinder(options)
  const lines = new Map<string, Line>()

  /** The connections of a lane, which go by what its name stands for now. */
  function lineTo(lane: string, reachable: ReachableTarget): Line {
    const { origin } = reachable.target.url
    const known = lines.get(lane)
    if (known?.origin === origin) {
      known.reachable = reachable
      known.usedMs = clock.monotonicMs()
      return known
    }
    if (known) void known.pool.destroy()
    const connect = guardedConnector({
      addresses: () => line.reachable.addresses,
      accepts: (address) => line.reachable.target.accepts(address),
      timeoutMs,
      ...(options.ca === undefined ? {} : { ca: options.ca }),
    })
    const limits = { headersTimeout: timeoutMs, bodyTimeout: timeoutMs }
    // Loaded with the first post: a server without webhooks keeps ten megabytes less.
    const undici: typeof Undici = load('undici')
    const pool = new undici.Pool(origin, { connect, connections, pipelining: 1, ...limits })
    const line: Line = { origin, pool, reachable, usedMs: clock.monotonicMs() }
    lines.set(lane, line)
    return line
  }

  async function send(request: Post, signal: AbortSignal): Promise<Omit<Posted, 'latencyMs'>> {
    const reachable = await beforeEnd(find(request.url), signal)
    if (reachable.problem) return nothing(reachable.problem)
    const { url } = reachable.target
    const answer = await lineTo(request.lane, reachable).pool.request({
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
    // The status has told how it ended: what goes wrong with the rest of the answer changes nothing.
    const responseExcerpt = await readExcerpt(body).catch(() => null)
    return { ...answered, responseExcerpt }
  }

  return {
    async post(request) {
      const startedMs = clock.monotonicMs()
      const signal = AbortSignal.timeout(timeoutMs)
      const posted = await send(request, signal).catch((error: unknown) => nothing(attemptError(error)))
      return { ...posted, latencyMs: Math.round(clock.monotonicMs() - startedMs) }
    },
    async tidy() {
      const unused = [...lines].filter(([, { usedMs }]) => clock.monotonicMs() - usedMs > UNUSED_MS)
      for (const [lane] of unused) lines.delete(lane)
      await Promise.allSettled(unused.map(([, { pool }]) => pool.close()))
    },
    async close() {
      const all = [...lines.values()]
      lines.clear()
      await Promise.allSettled(all.map(({ pool }) => pool.destroy()))
    },
  }
}

const nothing = (error: string): Omit<Posted, 'latencyMs'> => ({
  ...{ httpStatus: null, error, responseExcerpt: null, retryAfterMs: null },
})

/** What a name stands for is waited for no longer than the whole attempt may last. */
function beforeEnd<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    work.then(resolve, reject)
  })
}
