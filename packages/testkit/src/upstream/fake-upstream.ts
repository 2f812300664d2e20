import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { UpstreamReply, UpstreamRequest } from './exchange.ts'
import { reply } from './replies.ts'

/** How a fake upstream is started. */
export interface FakeUpstreamOptions {
  /** Speaks TLS with this key and certificate, in PEM; plain HTTP unless given. */
  readonly tls?: {
    readonly key: string
    readonly cert: string
    /** The authority of client certificates: who has none of it is refused. None is asked for unless given. */
    readonly clientCa?: string
  }
}

/** An HTTP server that answers as it is told. */
export interface FakeUpstream {
  /** `http://127.0.0.1:<port>`, or `https:` with TLS. */
  readonly url: string
  /** Everything it was asked, in order, with what was never answered. */
  readonly requests: readonly UpstreamRequest[]
  /** Connections opened so far: zero where nothing may ever arrive. */
  readonly connections: number
  /** What the next requests get, in order; the last is repeated. Replaces what was said before. */
  answer(...replies: readonly UpstreamReply[]): void
  /** The same for one path, before `answer`. */
  on(path: string, ...replies: readonly UpstreamReply[]): void
  /** Forgets the journal and all replies. */
  reset(): void
  /** Ends everything, hanging exchanges included. */
  close(): Promise<void>
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

async function read(request: IncomingMessage): Promise<UpstreamRequest> {
  const url = new URL(request.url ?? '/', 'http://upstream.invalid')
  return {
    method: request.method ?? 'GET',
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: request.headers,
    body: await readBody(request),
  }
}

/** Gives a list's entries in order, and the last one from then on. */
class Script {
  #next = 0
  constructor(private readonly replies: readonly UpstreamReply[]) {}
  take(): UpstreamReply | undefined {
    return this.replies[Math.min(this.#next++, this.replies.length - 1)]
  }
}

function serverFor({ tls }: FakeUpstreamOptions, listener: RequestListener): Server {
  if (!tls) return createServer(listener)
  const { clientCa, ...own } = tls
  const asking = clientCa === undefined ? {} : { ca: clientCa, requestCert: true, rejectUnauthorized: true }
  return createTlsServer({ ...own, ...asking }, listener)
}

/**
 * Starts an upstream on 127.0.0.1 that answers by script and misbehaves on request.
 *
 * @example
 * const upstream = await fakeUpstream()
 * upstream.answer(reply.status(503), reply.json({ pan: 'ABCPE0000F' }))
 * upstream.on('/slow', reply.hang())
 * await upstream.close()
 */
export async function fakeUpstream(options: FakeUpstreamOptions = {}): Promise<FakeUpstream> {
  const ending = new AbortController()
  const requests: UpstreamRequest[] = []
  const byPath = new Map<string, Script>()
  let fallback = new Script([])
  let connections = 0

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const asked = await read(request)
    requests.push(asked)
    const chosen =
      (byPath.get(asked.path) ?? fallback).take() ?? reply.json({ error: 'no reply was set' }, { status: 501 })
    await chosen({ request: asked, response, signal: ending.signal })
  }
  const server = serverFor(options, (request, response) => {
    // A client that gave up, or the end of the test: nobody is left to answer.
    answer(request, response).catch(() => response.destroy())
  })
  server.on('connection', () => {
    connections += 1
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return {
    url: `${options.tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    requests,
    get connections() {
      return connections
    },
    answer: (...replies) => {
      fallback = new Script(replies)
    },
    on: (path, ...replies) => {
      byPath.set(path, new Script(replies))
    },
    reset: () => {
      requests.length = 0
      byPath.clear()
      fallback = new Script([])
    },
    close: () =>
      new Promise((resolve) => {
        ending.abort()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
