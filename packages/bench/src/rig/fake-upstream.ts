import { createHash, createHmac } from 'node:crypto'
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
  readonly operation: 'find' | 'order' | 'job' | 'status'
  /** What was asked for: the id of a thing, empty for a status. */
  readonly id: string
  /** 1 for the first request of this reference and operation. */
  readonly attempt: number
  readonly behaviour: Behaviour
  /** Milliseconds since 1970. */
  readonly at: number
}

/** How a job ends. `begun`: never. */
export type JobState = 'begun' | 'done' | 'impossible'
/** A job that the upstream took. */
export interface Job {
  readonly reference: string
  /** What was asked for. */
  readonly id: string
  /** What it says of it from the second time on that it is asked. */
  readonly end: JobState
}

/** How the fake upstream behaves: the same for the same seed, call and attempt. */
export interface UpstreamOptions {
  readonly seed: string
  /** Milliseconds before it answers, each as likely; [0, 0]: at once. */
  readonly delayMs?: readonly [least: number, most: number]
  /** How likely each behaviour is; `answer` alone unless given. */
  readonly weights?: Partial<Readonly<Record<Behaviour, number>>>
  /** Where it posts, signed with the secret, how a job ended, at the moment at which it is asked: twice. Null: nowhere now. */
  readonly callbacks?: { readonly secret: string; url(): string | null }
}

/** An upstream in this process, with its own journal: it outlives every server that is killed. */
export interface FakeUpstream {
  readonly url: string
  readonly journal: readonly UpstreamRequest[]
  /** Orders and jobs that it took, by reference, and what it called them: money of its own was spent for each. */
  readonly orders: ReadonlyMap<string, string>
  /** Jobs that it took, by reference. One of a `silent-…` never ends. */
  readonly jobs: ReadonlyMap<string, Job>
  /** Posts that a job is done, whatever was said of it before. @returns False where nobody took it. */
  callBack(job: Job): Promise<boolean>
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

const FAILING = 0.2
const endOf = (seed: string, id: string): JobState =>
  id.startsWith(SILENT) ? 'begun' : chance(seed, 'end', id) < FAILING ? 'impossible' : 'done'
/** With this begin the ids of jobs that never end. */
export const SILENT = 'silent-'

/** Starts an upstream: `GET /things/{id}`, `POST /orders`, `GET /orders/{reference}`, and the same for `/jobs`. */
export async function fakeUpstream(options: UpstreamOptions): Promise<FakeUpstream> {
  const journal: UpstreamRequest[] = []
  const orders = new Map<string, string>()
  const jobs = new Map<string, Job>()
  const post = async ({ reference }: Job, state: JobState): Promise<boolean> => {
    const url = options.callbacks?.url()
    if (!options.callbacks || !url) return false
    const body = JSON.stringify({ reference, state, order: orders.get(reference) })
    const signature = createHmac('sha256', options.callbacks.secret).update(body).digest('hex')
    const headers = { 'content-type': 'application/json', 'x-signature': signature }
    const to = new URL('/callbacks/things/http', url)
    return await fetch(to, { method: 'POST', headers, body }).then(
      ({ status }) => status < 300,
      () => false,
    )
  }
  const attempts = new Map<string, number>()
  const note = (of: Pick<UpstreamRequest, 'reference' | 'operation' | 'id'>): UpstreamRequest => {
    const call = `${of.operation} ${of.reference}`
    const attempt = (attempts.get(call) ?? 0) + 1
    attempts.set(call, attempt)
    const noted = { ...of, attempt, behaviour: behaviourOf(options, call, attempt), at: Date.now() }
    journal.push(noted)
    return noted
  }
  /** Does what it was asked. @returns Where a job stands. */
  const take = ({ reference, operation, id, attempt, behaviour }: UpstreamRequest): JobState => {
    const isWrite = operation === 'order' || operation === 'job'
    if (isWrite && (behaviour === 'answer' || behaviour === 'reset')) {
      orders.set(reference, `order-${reference}`)
      if (operation === 'job') jobs.set(reference, { reference, id, end: endOf(options.seed, id) })
    }
    const job = operation === 'status' && attempt > 1 ? jobs.get(reference) : undefined
    // At the moment at which it is asked: callbacks and poll race.
    if (job && job.end !== 'begun') void Promise.all([post(job, job.end), post(job, job.end)])
    return job?.end ?? 'begun'
  }
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const of = await asked(request)
    const noted = note(of)
    const [least, most] = options.delayMs ?? [0, 0]
    if (most > 0) await sleep(least + (most - least) * chance(options.seed, 'delay', of.reference, noted.attempt))
    const state = take(noted)
    if (noted.behaviour === 'hang') return
    if (noted.behaviour === 'reset') return void response.destroy()
    send(response, noted, { order: orders.get(noted.reference), state })
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    journal,
    orders,
    jobs,
    callBack: (job) => post(job, 'done'),
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
  return { reference, operation: kind === 'jobs' ? 'job' : 'order', id }
}

function send(
  response: ServerResponse,
  noted: UpstreamRequest,
  { order, state }: { readonly order: string | undefined; readonly state: JobState },
): void {
  const missing = noted.operation === 'find' ? noted.behaviour === 'none' : order === undefined
  const status = noted.behaviour === 'unavailable' ? 503 : missing ? 404 : 200
  const body = noted.operation === 'find' ? { id: noted.id, place: 'Pune' } : { order, state }
  const text = status === 200 ? JSON.stringify(body) : '{}'
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': text.length }).end(text)
}
