import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** What the fake upstream does with one request. */
export type Behaviour =
  /** Answers. */
  | 'answer'
  /** A definite no: 404. */
  | 'none'
  /** 503. */
  | 'unavailable'
  /** Does what it was asked, and cuts the connection in place of an answer. */
  | 'reset'
  /** Never answers. */
  | 'hang'

/** One request as the upstream saw it. */
export interface UpstreamRequest {
  /** The call's reference. */
  readonly reference: string
  readonly operation: 'find' | 'order' | 'status'
  /** What was asked for: the id of a thing, empty for a status. */
  readonly id: string
  /** 1 for the first request of this reference and operation. */
  readonly attempt: number
  readonly behaviour: Behaviour
  /** Milliseconds since 1970. */
  readonly at: number
}

/** How the fake upstream behaves: the same for the same seed, call and attempt. */
export interface UpstreamOptions {
  readonly seed: string
  /** Milliseconds before it answers, each as likely; [0, 0]: at once. */
  readonly delayMs?: readonly [least: number, most: number]
  /** How likely each behaviour is; `answer` alone unless given. */
  readonly weights?: Partial<Readonly<Record<Behaviour, number>>>
}

/** An upstream in this process, with its own journal: it outlives every server that is killed. */
export interface FakeUpstream {
  readonly url: string
  readonly journal: readonly UpstreamRequest[]
  /** Orders that it took, by reference, and what it called them: money of its own was spent for each. */
  readonly orders: ReadonlyMap<string, string>
  close(): Promise<void>
}

/** A number from 0 to below 1 that follows from the texts alone. */
export function chance(...texts: readonly (string | number)[]): number {
  return createHash('sha256').update(texts.join('|')).digest().readUInt32BE(0) / 2 ** 32
}

function behaviourOf({ seed, weights = { answer: 1 } }: UpstreamOptions, call: string, attempt: number): Behaviour {
  const entries = Object.entries(weights) as [Behaviour, number][]
  let left = chance(seed, 'behaviour', call, attempt) * entries.reduce((total, [, weight]) => total + weight, 0)
  for (const [behaviour, weight] of entries) {
    left -= weight
    if (left < 0) return behaviour
  }
  return 'answer'
}

/** Starts an upstream: `GET /things/{id}`, `POST /orders`, `GET /orders/{reference}`. */
export async function fakeUpstream(options: UpstreamOptions): Promise<FakeUpstream> {
  const journal: UpstreamRequest[] = []
  const orders = new Map<string, string>()
  const attempts = new Map<string, number>()
  const note = (of: Pick<UpstreamRequest, 'reference' | 'operation' | 'id'>): UpstreamRequest => {
    const call = `${of.operation} ${of.reference}`
    const attempt = (attempts.get(call) ?? 0) + 1
    attempts.set(call, attempt)
    const noted = { ...of, attempt, behaviour: behaviourOf(options, call, attempt), at: Date.now() }
    journal.push(noted)
    return noted
  }
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const of = await asked(request)
    const noted = note(of)
    const [least, most] = options.delayMs ?? [0, 0]
    if (most > 0) await sleep(least + (most - least) * chance(options.seed, 'delay', of.reference, noted.attempt))
    const taken = noted.behaviour === 'answer' || noted.behaviour === 'reset'
    if (of.operation === 'order' && taken) orders.set(of.reference, `order-${of.reference}`)
    if (noted.behaviour === 'hang') return
    if (noted.behaviour === 'reset') return void response.destroy()
    send(response, noted, orders)
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    journal,
    orders,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function asked(request: IncomingMessage): Promise<Pick<UpstreamRequest, 'reference' | 'operation' | 'id'>> {
  const [, kind = '', name = ''] = (request.url ?? '').split('/')
  const reference = String(request.headers['x-reference'] ?? '')
  if (kind === 'things') return { reference, operation: 'find', id: name }
  if (request.method === 'GET') return { reference: name, operation: 'status', id: '' }
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const { id } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { id: string }
  return { reference, operation: 'order', id }
}

function send(response: ServerResponse, noted: UpstreamRequest, orders: ReadonlyMap<string, string>): void {
  const order = orders.get(noted.reference)
  const missing = noted.operation === 'find' ? noted.behaviour === 'none' : order === undefined
  const status = noted.behaviour === 'unavailable' ? 503 : missing ? 404 : 200
  const body = noted.operation === 'find' ? { id: noted.id, place: 'Pune' } : { order }
  const text = status === 200 ? JSON.stringify(body) : '{}'
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': text.length }).end(text)
}
