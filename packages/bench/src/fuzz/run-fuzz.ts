import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Books } from './books.ts'
import { composePlan } from './compose-plan.ts'
import { type FuzzReport, newTally, type SurfaceTally } from './fuzz-report.ts'
import { describeRequest, type FuzzReply, type FuzzRequest, type Kind, requestOf } from './fuzz-request.ts'
import { PLUGINS_FROM } from './fuzzed-config.ts'
import { type FuzzedOperation, SURFACES, type Surface } from './fuzzed-operation.ts'
import type { FuzzedServer } from './fuzzed-server.ts'
import { type FuzzFinding, jsonOf, judgeReply } from './judge-reply.ts'
import { KnownValues } from './known-values.ts'
import { mutatedRequest } from './mutate-plan.ts'
import { otherRoutes } from './other-routes.ts'
import { type Random, seededRandom } from './random.ts'
import { operationsOf } from './read-document.ts'
import { SchemaValues } from './schema-values.ts'
import { type FuzzClient, fuzzClient } from './send-request.ts'
import { addressOf, SENDERS, Senders } from './senders.ts'
import { wireRequest } from './wire-faults.ts'

/** How a run goes. */
export interface FuzzOptions {
  readonly seed: string
  readonly requests: number
  /** The most that the memory in use may grow from the middle of the run to its end, in bytes. */
  readonly mostGrowth: number
  /** Told what happens, for somebody who waits. */
  progress?(line: string): void
}

const WEIGHTS: readonly (readonly [Surface, number])[] = [
  ['calls', 40],
  ['admin', 30],
  ['console', 22],
  ['routes', 8],
]
const KIND_WEIGHTS: readonly (readonly [Kind, number])[] = [
  ['valid', 45],
  ['mutated', 42],
  ['wire', 13],
]
const LOOK_EVERY = 400
const REFRESH_EVERY = 1_500
const CODES = /`([A-Z][A-Z0-9_]+)`/g
/** The pages that have every code. */
const CODE_PAGES = ['reference/errors.md', 'guides/admin-api.md']

function weighted<T>(random: Random, weights: readonly (readonly [T, number])[]): T {
  let left = random.whole(
    1,
    weights.reduce((sum, [, weight]) => sum + weight, 0),
  )
  for (const [value, weight] of weights) {
    left -= weight
    if (left <= 0) return value
  }
  throw new RangeError('the weights of something are left')
}

/** Hands out the operations of a surface in turn, so that each is asked for as often as the others. */
function* turns(random: Random, operations: readonly FuzzedOperation[]): Generator<FuzzedOperation, never> {
  for (;;) {
    const left = [...operations]
    while (left.length > 0) yield* left.splice(random.whole(0, left.length - 1), 1)
  }
}

/** Every code that the server may answer with. */
function knownCodes(): ReadonlySet<string> {
  const pages = CODE_PAGES.map((page) => readFileSync(join(PLUGINS_FROM, '../../docs', page), 'utf8'))
  return new Set([...pages.join('').matchAll(CODES)].map(([, code = '']) => code))
}

async function everyOperation({
  url,
  host,
}: FuzzedServer): Promise<Readonly<Record<Surface, readonly FuzzedOperation[]>>> {
  const read = async (path: string): Promise<unknown> => await (await fetch(`${url}${path}`)).json()
  const admin = operationsOf(await read('/admin/v1/openapi.json'), 'admin')
  return {
    calls: operationsOf(await read('/openapi.json'), 'calls'),
    admin,
    // The pages ask the admin API, as the person who is signed in.
    console: admin.map((operation) => ({ ...operation, surface: 'console' as const })),
    routes: otherRoutes(host.routes.map(({ route }) => route)),
  }
}

/** One run, request by request. */
class FuzzRun {
  readonly findings: FuzzFinding[] = []
  readonly books = new Books()
  readonly tallies: Record<Surface, SurfaceTally> = {
    calls: newTally(),
    admin: newTally(),
    console: newTally(),
    routes: newTally(),
  }
  readonly senders: Senders
  readonly #client: FuzzClient
  readonly #known: KnownValues
  readonly #values: SchemaValues
  readonly #codes = knownCodes()
  readonly #turns: Readonly<Record<Surface, Generator<FuzzedOperation, never>>>
  #sent = 0

  constructor(
    server: FuzzedServer,
    readonly random: Random,
    operations: Readonly<Record<Surface, readonly FuzzedOperation[]>>,
  ) {
    this.#known = new KnownValues(random)
    this.#values = new SchemaValues(random, this.#known)
    this.senders = new Senders(server, this.#known)
    this.#client = fuzzClient(server.url)
    this.#turns = {
      calls: turns(random, operations.calls),
      admin: turns(random, operations.admin),
      console: turns(random, operations.console),
      routes: turns(random, operations.routes),
    }
  }

  /** Sends one request, and judges its answer. */
  async step(): Promise<void> {
    const { random, senders } = this
    const surface = weighted(random, WEIGHTS)
    const name = random.pick(SENDERS[surface])
    const operation = this.#turns[surface].next().value
    const request = this.#request(operation, name)
    const reply = await this.#send(request)
    const tally = this.tallies[surface]
    tally.sent += 1
    tally.asked.add(operation.id)
    if (reply === 'none') return this.books.unseen(senders.of(name).wallet ?? '', request)
    const mayBeDead = reply?.status === 401 && request.kind !== 'wire' && !(await senders.isAlive(surface, name))
    if (mayBeDead) {
      tally.dead += 1
      return await senders.renew(name)
    }
    count(tally, operation, reply)
    if (reply === null) return this.books.unseen(senders.of(name).wallet ?? '', request)
    await this.#take(request, name, reply)
  }

  /** Ends what keeps connections. */
  close(): void {
    this.#client.close()
  }

  #request(operation: FuzzedOperation, name: string): FuzzRequest {
    const { random } = this
    const sender = this.senders.of(name)
    this.#sent += 1
    const more =
      operation.surface === 'calls'
        ? this.#requestId()
        : operation.surface === 'admin'
          ? {}
          : addressOf(random.whole(0, 65_535))
    const plan = composePlan(operation, {
      random,
      values: this.#values,
      sender: { ...sender, headers: { ...sender.headers, ...more } },
    })
    const kind = weighted(random, KIND_WEIGHTS)
    if (kind === 'mutated') return mutatedRequest(random, plan)
    return kind === 'wire' ? wireRequest(random, requestOf(plan, kind)) : requestOf(plan, kind)
  }

  /** Most calls name themselves, some as an earlier one. */
  #requestId(): Readonly<Record<string, string>> {
    const kind = this.random.whole(0, 9)
    if (kind === 0) return {}
    const id = `fuzz-${kind === 1 ? this.random.whole(1, this.#sent) : this.#sent}`
    // As behind a proxy that replaces X-Request-Id.
    return kind === 2 ? { 'idempotency-key': `"${id}"`, 'x-request-id': `proxy-${this.#sent}` } : { 'x-request-id': id }
  }

  async #send(request: FuzzRequest): Promise<FuzzReply | null | 'none'> {
    try {
      return await this.#client.send(request)
    } catch (error) {
      this.findings.push({ fault: 'no answer', detail: `${String(error)} to ${describeRequest(request)}` })
      return 'none'
    }
  }

  async #take(request: FuzzRequest, name: string, reply: FuzzReply): Promise<void> {
    this.findings.push(...judgeReply(request, reply, this.#codes))
    if (request.operation.surface === 'calls') this.books.note(this.senders.of(name).wallet ?? '', reply)
    if (reply.status < 300) this.#known.learn(jsonOf(reply))
    const cookie = reply.headers['set-cookie']
    if (cookie !== undefined) await this.senders.follow(name, cookie)
  }
}

function count(tally: SurfaceTally, { id }: FuzzedOperation, reply: FuzzReply | null): void {
  const of = Math.floor((reply?.status ?? 0) / 100)
  tally.classes[of] = (tally.classes[of] ?? 0) + 1
  if (of === 2) tally.answered.add(id)
  if (reply?.status === 401) tally.unknown += 1
}

/**
 * Sends requests to every operation of a server, valid ones and broken ones, and holds each answer against what is promised; at the end the
 * ledger, the log and the memory.
 *
 * @returns What came of it: `findings` is empty where every promise was kept.
 */
export async function runFuzz(server: FuzzedServer, options: FuzzOptions): Promise<FuzzReport> {
  const startedMs = performance.now()
  const { seed, requests, mostGrowth, progress = () => undefined } = options
  const operations = await everyOperation(server)
  const run = new FuzzRun(server, seededRandom(seed), operations)
  try {
    await run.senders.open()
    let middle = await server.memory()
    for (let sent = 1; sent <= requests; sent += 1) {
      await run.step()
      if (sent % LOOK_EVERY === 0) await run.senders.fund()
      if (sent % REFRESH_EVERY === 0) await run.senders.refresh()
      if (sent % (LOOK_EVERY * 10) === 0) progress(`${sent} requests, ${run.findings.length} findings`)
      if (sent === Math.ceil(requests / 2)) middle = await server.memory()
    }
    const end = await server.memory()
    const grown = end.used - middle.used
    const findings = [
      ...run.findings,
      ...(await run.books.judge(server, run.senders.payers)),
      ...server.errors().map((line) => ({ fault: 'log', detail: line })),
      ...(grown > mostGrowth
        ? [{ fault: 'memory', detail: `${grown} bytes more are in use after the second half` }]
        : []),
      ...((await fetch(`${server.url}/healthz`)).ok ? [] : [{ fault: 'health', detail: 'the server is not alive' }]),
    ]
    const counts = Object.fromEntries(SURFACES.map((surface) => [surface, operations[surface].length]))
    return {
      ...{ seed, findings, tallies: run.tallies, answers: run.books.answers, memory: [middle, end] },
      operations: counts as Record<Surface, number>,
      seconds: (performance.now() - startedMs) / 1_000,
    }
  } finally {
    run.close()
  }
}
