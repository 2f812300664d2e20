import { Agent, request as httpRequest, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import type { FuzzReply, FuzzRequest } from './fuzz-request.ts'
import { readReply } from './read-reply.ts'

const TIMEOUT_MS = 20_000
/** A server that says nothing for so long waits for the rest of a request: it is told that none will come. */
const QUIET_MS = 500
const GIVEN_UP_MS = 5_000

/** Sends requests to one server, one after the other. */
export interface FuzzClient {
  /** @returns Null: the connection was closed without an answer. @throws Where there is none in time. */
  send(request: FuzzRequest): Promise<FuzzReply | null>
  close(): void
}

/** A client of a server on this machine. */
export function fuzzClient(url: string): FuzzClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const { hostname, port } = new URL(url)
  const to = { hostname, port: Number(port) }
  return {
    send: (request) =>
      request.raw ? sendBytes(to, request.raw, request.isCutOff === true) : sendOver(agent, to, request),
    close: () => agent.destroy(),
  }
}

interface ServerPlace {
  readonly hostname: string
  readonly port: number
}

const sendOver = (
  agent: Agent,
  place: ServerPlace,
  { method, target, headers, body }: FuzzRequest,
): Promise<FuzzReply> =>
  new Promise((resolve, reject) => {
    const sent = httpRequest({ ...place, agent, method, path: target, headers, timeout: TIMEOUT_MS })
    sent.once('timeout', () => sent.destroy(new Error(`no answer within ${TIMEOUT_MS} ms`)))
    sent.once('error', reject)
    sent.once('response', (response) => read(response).then(resolve, reject))
    sent.end(body ?? undefined)
  })

async function read(response: IncomingMessage): Promise<FuzzReply> {
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  const headers = Object.entries(response.headers).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(', ') : value,
  ])
  return { status: response.statusCode ?? 0, headers: Object.fromEntries(headers), body: Buffer.concat(chunks) }
}

/** Writes bytes, and takes what comes until the server closes: it may close at once. */
const sendBytes = ({ hostname, port }: ServerPlace, bytes: Buffer, isCutOff: boolean): Promise<FuzzReply | null> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = []
    const socket = connect({ host: hostname, port })
    const done = (): void => {
      socket.destroy()
      resolve(readReply(Buffer.concat(chunks)))
    }
    socket.setTimeout(QUIET_MS, () => {
      if (socket.writableEnded) return done()
      socket.end()
      socket.setTimeout(GIVEN_UP_MS)
    })
    // Reset: the server has closed while it was still written to. What it said before counts.
    socket.on('error', done)
    socket.once('close', done)
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    if (isCutOff) socket.end(bytes)
    else socket.write(bytes)
  })
