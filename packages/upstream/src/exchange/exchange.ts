import type { HttpReply } from '@parakh/core'
import type { Dispatcher } from 'undici'
import { HttpTrouble, type HttpTroubleFacts } from './http-trouble.ts'
import { statusTrouble } from './status.ts'

type DispatchHandler = Dispatcher.DispatchHandler
type DispatchController = Dispatcher.DispatchController
type Headers = Parameters<NonNullable<DispatchHandler['onResponseStart']>>[2]

/**
 * A request leaves within so many milliseconds of its attempt, or never. Attempts begin within the deadline of a call, 20 s, and 10 s
 * later its lease ends: from then on another process may have recovered it (reliability.md section 2).
 */
const LEAVES_WITHIN_MS = 10_000

/** One request, ready to be written. */
export interface ExchangeRequest {
  readonly method: 'GET' | 'POST' | 'PUT'
  /** From the root of the host, with the query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

/** Where a request goes, and what it may cost. */
export interface ExchangeTarget {
  readonly dispatcher: Dispatcher
  /** Names the provider in errors. */
  readonly provider: string
  /** Waiting, connecting, headers and body in total, in milliseconds. */
  readonly timeoutMs: number
  /** The most of a body that is read, in bytes. */
  readonly maxReplyBytes: number
  /** Whether a reply is read whose status is trouble by itself: to be recorded, not for a call. */
  readonly readsTrouble?: boolean
}

/** The attempt that a request belongs to: it may need several, of which the first fetches a token. */
export interface AttemptUnderWay {
  /** Ends it early. */
  readonly signal: AbortSignal
  /** When it began, by `performance.now()`. */
  readonly begunAt: number
}

/** Names of undici's errors for what an upstream wrote that is not HTTP, or more of its head than is taken. */
const NOT_HTTP: readonly string[] = ['HTTPParserError', 'HeadersOverflowError', 'ResponseContentLengthMismatchError']

/**
 * Sends one request once and reads the reply, up to a size and within a time.
 *
 * @throws HttpTrouble by status, by what went wrong on the way, or by what came.
 */
export function exchange(
  target: ExchangeTarget,
  request: ExchangeRequest,
  { signal, begunAt }: AttemptUnderWay,
): Promise<HttpReply> {
  return new Promise((resolve, reject) => {
    const reading = new Reading(target, begunAt, { resolve, reject })
    reading.bind(signal)
    if (signal.aborted) return
    try {
      target.dispatcher.dispatch({ ...request, headers: { ...request.headers } }, reading)
    } catch {
      reading.end('unprocessable', 'the request cannot be written', { reason: 'request_not_written' })
    }
  })
}

interface Settlers {
  readonly resolve: (reply: HttpReply) => void
  readonly reject: (trouble: HttpTrouble) => void
}

/** Follows one request. `queued`: no byte has left; `sent`: some may have; `replied`: a reply has begun. */
class Reading implements DispatchHandler {
  #stage: 'queued' | 'sent' | 'replied' = 'queued'
  #settled = false
  #controller: DispatchController | null = null
  #status = 0
  #headers: Readonly<Record<string, string>> = {}
  #chunks: Buffer[] = []
  #size = 0
  #release: () => void = () => undefined

  readonly #target: ExchangeTarget
  readonly #begunAt: number
  readonly #settlers: Settlers

  /** @param begunAt When its attempt began, by `performance.now()`. */
  constructor(target: ExchangeTarget, begunAt: number, settlers: Settlers) {
    this.#target = target
    this.#begunAt = begunAt
    this.#settlers = settlers
  }

  /** Starts the clock of the attempt. */
  bind(signal: AbortSignal): void {
    if (signal.aborted) {
      this.#cutShort()
      return
    }
    const cutShort = () => this.#cutShort()
    const timeOut = () => this.end('unavailable', 'no whole reply in time', { reason: 'timeout', timedOut: true })
    const timer = setTimeout(timeOut, this.#target.timeoutMs - (performance.now() - this.#begunAt))
    signal.addEventListener('abort', cutShort, { once: true })
    this.#release = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', cutShort)
    }
  }

  #cutShort(): void {
    this.end('unavailable', 'the deadline of the call passed', { reason: 'timeout' })
  }

  /** Ends in trouble, once, and gives the connection up. */
  end(trouble: HttpTrouble['trouble'], what: string, facts: Omit<HttpTroubleFacts, 'sent'>): void {
    if (this.#settled) return
    this.#settle()
    const message = `${this.#target.provider}: ${what}`
    const replied = this.#stage === 'replied'
    const error = new HttpTrouble(trouble, message, { sent: this.#stage !== 'queued', replied, ...facts })
    this.#controller?.abort(error)
    this.#settlers.reject(error)
  }

  #settle(): void {
    this.#settled = true
    this.#chunks = []
    this.#release()
  }

  onRequestStart(controller: DispatchController): void {
    if (this.#settled) {
      controller.abort(new Error('given up'))
      return
    }
    // Not the timer: where this process was stopped, what it hears of a connection comes before its timers.
    if (performance.now() - this.#begunAt >= Math.min(LEAVES_WITHIN_MS, this.#target.timeoutMs)) {
      this.end('unavailable', 'no connection in time', { reason: 'timeout', timedOut: true })
      controller.abort(new Error('given up'))
      return
    }
    this.#controller = controller
    this.#stage = 'sent'
  }

  onResponseStart(_controller: DispatchController, status: number, headers: Headers): void {
    if (this.#settled || status < 200) return
    this.#stage = 'replied'
    this.#status = status
    this.#headers = flatHeaders(headers)
    const trouble = this.#target.readsTrouble ? null : statusTrouble(status)
    if (trouble) {
      const challenged = isChallenged({ status, headers: this.#headers })
      this.end(trouble, `HTTP ${status}`, { reason: `http_${status}`, replied: false, challenged })
    } else if (isCompressed(this.#headers))
      this.end('unprocessable', `HTTP ${status}, a compressed reply`, { reason: 'compressed' })
    else if (Number(this.#headers['content-length'] ?? 0) > this.#target.maxReplyBytes) this.#tooLarge()
  }

  onResponseData(_controller: DispatchController, chunk: Buffer): void {
    if (this.#settled) return
    this.#size += chunk.length
    if (this.#size > this.#target.maxReplyBytes) this.#tooLarge()
    else this.#chunks.push(chunk)
  }

  #tooLarge(): void {
    this.end('unprocessable', `HTTP ${this.#status}, a reply of more than ${this.#target.maxReplyBytes} bytes`, {
      reason: 'reply_too_large',
    })
  }

  onResponseEnd(): void {
    if (this.#settled) return
    const body = Buffer.concat(this.#chunks)
    this.#settle()
    this.#settlers.resolve({ status: this.#status, headers: this.#headers, body })
  }

  onResponseError(_controller: DispatchController, error: Error): void {
    if (error.name === 'InvalidArgumentError')
      this.end('unprocessable', 'the request cannot be written', { reason: 'request_not_written' })
    else if (NOT_HTTP.includes(error.name)) this.end('unprocessable', 'what came is not HTTP', { reason: 'not_http' })
    else if (this.#stage === 'queued') this.end('unavailable', 'no connection', { reason: 'no_connection' })
    else this.end('unavailable', 'the connection broke', { reason: 'connection_broke' })
  }
}

/** Whether a reply is a 401 that asks for a token: what RFC 6750 wants of one that refused it. */
export const isChallenged = ({ status, headers }: Pick<HttpReply, 'status' | 'headers'>): boolean =>
  status === 401 && /(^|,)\s*bearer\b/i.test(headers['www-authenticate'] ?? '')

const isCompressed = (headers: Readonly<Record<string, string>>): boolean =>
  (headers['content-encoding']?.trim().toLowerCase() ?? 'identity') !== 'identity'

function flatHeaders(headers: Headers): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.toLowerCase(),
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  )
}
