import { Agent, request as sendRequest } from 'node:http'

/** One request of a client. */
export interface CallerRequest {
  /** Of the server: what `startServer` gave. */
  readonly url: string
  readonly path: string
  /** POST where there is a body. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly requestId?: string
  /** Until the whole body is there; 30 s. */
  readonly timeoutMs?: number
}
/** What came back, whole. */
export interface CallerReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
  /** Milliseconds since 1970: when it was sent, and when its last byte came. */
  readonly sentAt: number
  readonly endedAt: number
}
/** An answer began and did not come whole: what a server must never do to a call that it took. */
export class CutOff extends Error {
  override readonly name = 'CutOff'
}
/** A client with connections of its own that are kept open. */
export interface Caller {
  /** @throws Where no whole answer came: refused, reset, cut off, too late. */
  call(request: CallerRequest): Promise<CallerReply>
  close(): void
}

/** A client. @param connections To one server, at most. */
export function caller(connections = 256): Caller {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  return {
    call: (request) => new Promise((resolve, reject) => begin(agent, request, { resolve, reject })),
    close: () => agent.destroy(),
  }
}

interface Settling {
  resolve(reply: CallerReply): void
  reject(error: Error): void
}

function begin(agent: Agent, asked: CallerRequest, { resolve, reject }: Settling): void {
  const { url, path, body, headers = {}, requestId, timeoutMs = 30_000 } = asked
  const text = body === undefined ? undefined : JSON.stringify(body)
  const sentAt = Date.now()
  const sent = sendRequest(new URL(path, url), {
    agent,
    method: text === undefined ? 'GET' : 'POST',
    signal: AbortSignal.timeout(timeoutMs),
    headers: {
      ...headers,
      ...(requestId === undefined ? {} : { 'x-request-id': requestId }),
      ...(text === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
    },
  })
  sent.once('error', reject)
  sent.once('response', (response) => {
    const chunks: Buffer[] = []
    response.on('data', (chunk: Buffer) => chunks.push(chunk))
    response.once('error', (cause) => reject(new CutOff('the answer was cut off', { cause })))
    response.once('end', () => {
      const whole = Buffer.concat(chunks).toString('utf8')
      const { statusCode = 0, headers: received } = response
      resolve({ status: statusCode, headers: received, text: whole, sentAt, endedAt: Date.now() })
    })
  })
  sent.end(text)
}

/**
 * Does work for each number from 0 to below `count`, so many at a time, in order.
 *
 * @param callers How many at a time.
 */
export async function inParallel<T>(
  count: number,
  callers: number,
  work: (index: number) => Promise<T>,
): Promise<readonly T[]> {
  const results: T[] = new Array(count)
  let next = 0
  const one = async (): Promise<void> => {
    while (next < count) {
      const index = next++
      results[index] = await work(index)
    }
  }
  await Promise.all(Array.from({ length: Math.min(callers, count) }, one))
  return results
}
