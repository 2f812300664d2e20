import {
  type CallErrorCode,
  type Endpoint,
  type Envelope,
  type Event,
  EventSinks,
  errorFacts,
  type HostEventType,
  type Logger,
  type RateState,
  Retention,
  type Scope,
  Store,
  type Token,
  UsageLog,
  type WorkPlace,
} from '@parakh/core'
import { takeCallback } from '../async-result/deliver-result.ts'
import { Background } from '../background/background.ts'
import { closePeriods, guardMoney } from '../background/guard-money.ts'
import { JobRunner } from '../background/job-runner.ts'
import { recoverWrites } from '../background/recovery.ts'
import { relayOutbox, relaysOf } from '../background/relay-outbox.ts'
import { retentionTasks } from '../background/retention-tasks.ts'
import { type JobParts, scheduleJobs } from '../background/run-jobs.ts'
import { beginWork, type HostedWork } from '../background/run-work.ts'
import { runCall } from '../call/run-call.ts'
import { sealFault } from '../call/seal.ts'
import { sendFault } from '../call/send.ts'
import { hostFault } from '../call-data/call-fault.ts'
import type { CallResponse } from '../call-data/call-response.ts'
import type { IncomingCall } from '../call-data/incoming-call.ts'
import { requireDocumentAddress } from '../handles/issued-documents.ts'
import { writeThrottledUsage } from '../limits/throttled-usage.ts'
import type { ScenarioEntry } from '../published/catalogue.ts'
import { type Published, Publisher } from '../published/publisher.ts'
import { requestIdsOf } from '../request/request-id.ts'
import type { CallParts } from '../runtime/call-parts.ts'
import type { Runtimes } from '../runtime/endpoint-runtime.ts'
import type { HostedEndpoint } from '../runtime/hosted-endpoint.ts'
import type { DatabaseClock } from '../time/database-clock.ts'
import { type LeaseMoment, LeaseTime } from '../time/lease-time.ts'
import { RetentionTime } from '../time/retention-time.ts'
import { incomingOf, replyOf, unknownReply } from './call-without-http.ts'
import type { EventHandler, ListenOptions } from './event-handler.ts'
import { EventListeners } from './event-listeners.ts'
import type { Host, HostCaller, HostCallOptions, HostedCommand, HostedRoute, HostReply } from './host.ts'
import type { HostedOperations } from './hosted-operations.ts'
import { InFlightCount } from './in-flight-count.ts'
import type { HostedOperation } from './plan-operations.ts'

const DAY_MS = 86_400_000
const JOBS_AT_A_TIME = 10
/** How long a process hands events to a sink alone. */
const RELAY_LEASE_MS = 5_000
/** How often what runs beside calls looks for work. */
const EVERY_MS = {
  sweep: 2_000,
  recover: 2_000,
  jobs: 500,
  outbox: 250,
  schedule: 60_000,
  clock: 5_000,
  purge: 3_600_000,
  money: 1_000,
  throttled: 1_000,
  guard: 5_000,
  close: 300_000,
  wallet: 1_000,
}

/** What a host is composed of. */
export interface HostParts {
  readonly parts: CallParts
  readonly runtimes: Runtimes
  readonly commands: readonly HostedCommand[]
  readonly routes: readonly HostedRoute[]
  readonly operations: HostedOperations
  readonly jobs: JobParts
  /** What plugins do beside calls. */
  readonly work: readonly HostedWork[]
  readonly logger: Logger
  /** Null where the store has no time of its own. */
  readonly databaseClock: DatabaseClock | null
}

/** A composed framework: endpoints that can be called, with or without HTTP. */
export class ComposedHost implements Host {
  readonly endpoints: readonly HostedEndpoint[]
  readonly envelope: Envelope
  readonly commands: readonly HostedCommand[]
  readonly routes: readonly HostedRoute[]
  readonly operations: readonly HostedOperation[]
  readonly scopes: readonly Scope[]
  readonly run: Host['run']
  readonly errorStatus: Host['errorStatus']
  readonly #given: HostParts
  readonly #background: Background
  readonly #publisher: Publisher
  readonly #jobs: JobRunner
  readonly #listeners: EventListeners
  readonly #inFlight = new InFlightCount()
  #draining = false
  #relays = false
  readonly #stopping = new AbortController()
  /** Of work that goes on by itself. */
  #ends: readonly (() => Promise<void>)[] = []

  constructor(given: HostParts) {
    this.#given = given
    const { switchedOff = [] } = given.parts.settings
    const offered = [...given.runtimes.values()].filter(({ endpoint }) => !switchedOff.includes(endpoint.id))
    this.endpoints = offered.map(({ hosted }) => hosted)
    this.envelope = given.parts.envelope
    this.commands = given.commands
    this.routes = given.routes
    this.operations = given.operations.all
    this.scopes = given.operations.scopes
    this.run = given.operations.run
    this.errorStatus = given.operations.errorStatus
    this.#publisher = new Publisher(given.parts, offered)
    this.#background = new Background(given.logger)
    const { container, moneyGate, settings, logger, clock, owner } = given.parts
    this.#jobs = new JobRunner({
      jobs: given.jobs,
      concurrency: settings.jobConcurrency ?? JOBS_AT_A_TIME,
      mayRun: () => !moneyGate.inRecovery,
    })
    this.#listeners = new EventListeners({
      ...{ outbox: container.get(Store).outbox, sinks: [...container.get(EventSinks).keys()] },
      ...{ background: this.#background, logger, clock, owner, paused: () => moneyGate.inRecovery },
    })
  }

  handle(incoming: IncomingCall): Promise<CallResponse> {
    return this.#run(incoming, null)
  }

  async #run(incoming: IncomingCall, vouchedKeyId: string | null): Promise<CallResponse> {
    const { parts, runtimes } = this.#given
    const { hosted, requestId, idempotencyKey } = incoming
    const runtime = runtimes.get(hosted.endpoint.id)
    if (!runtime) return this.fault('UNKNOWN_ENDPOINT', { hosted })
    if (this.#draining)
      return this.fault('SERVICE_UNAVAILABLE', {
        hosted,
        retryAfter: 1,
        requestId,
        idempotencyKey,
      })
    const reference = parts.ids.next()
    const ids = requestIdsOf(incoming, () => parts.ids.next())
    const startedMs = parts.clock.monotonicMs()
    this.#inFlight.enter()
    try {
      return await runCall(parts, {
        incoming,
        runtime,
        reference,
        requestId: ids.requestId,
        headerId: ids.headerId,
        idempotencyKey: ids.idempotencyKey,
        startedMs,
        at: parts.clock.now(),
        vouchedKeyId,
      })
    } finally {
      this.#inFlight.leave()
    }
  }

  fault(code: CallErrorCode, options: Parameters<Host['fault']>[1] & { rate?: RateState } = {}): CallResponse {
    const { parts } = this.#given
    const { hosted, requestId, idempotencyKey, ...more } = options
    const ids = requestIdsOf({ requestId, idempotencyKey }, () => parts.ids.next())
    const made = hostFault(code, more)
    const sealed = sealFault(hosted?.envelope ?? parts.envelope, made, ids.requestId)
    return sendFault(made, { sealed, ids, environment: null })
  }

  unknownPath({ ip, requestId, idempotencyKey }: Parameters<Host['unknownPath']>[0]): CallResponse {
    const id = { requestId, idempotencyKey }
    const wait = this.#given.parts.addressLimits.unknown(ip)
    return wait ? this.fault('RATE_LIMIT_EXCEEDED', { ...id, ...wait }) : this.fault('UNKNOWN_ENDPOINT', id)
  }

  // biome-ignore lint/complexity/useMaxParams: what is called, with what, by whom; the rest is optional and seldom.
  async call<In, Out>(
    endpoint: string | Endpoint<In, Out>,
    input: In,
    caller: HostCaller,
    options: HostCallOptions = {},
  ): Promise<HostReply<Out>> {
    const id = typeof endpoint === 'string' ? endpoint : endpoint.id
    const hosted = this.endpoints.find((one) => one.endpoint.id === id)
    if (!hosted) return unknownReply(this.fault('UNKNOWN_ENDPOINT'))
    requireDocumentAddress(this.#given.parts, id)
    // Without types it may be left out: then it is a call of nobody, and is refused as one.
    const by: HostCaller = caller ?? {}
    const incoming = incomingOf(hosted, {
      input: (input ?? {}) as Readonly<Record<string, unknown>>,
      caller: by,
      options,
    })
    return replyOf<Out>(hosted, await this.#run(incoming, 'keyId' in by ? by.keyId : null))
  }

  published(above: string | null = null): Promise<Published> {
    return this.#publisher.published(above)
  }

  async scenarios(): Promise<readonly ScenarioEntry[]> {
    return (await this.published()).scenarios()
  }

  callback(
    plugin: string,
    provider: string,
    request: { headers: Readonly<Record<string, string>>; body: Uint8Array },
  ): Promise<'accepted' | 'refused' | 'unknown' | 'malformed'> {
    return takeCallback(this.#given, { plugin, provider, ...request })
  }

  on(
    event: HostEventType | Pick<Event, 'id' | 'definition'>,
    handler: EventHandler<never>,
    options: ListenOptions = {},
  ): Promise<() => void> {
    return this.#listeners.on(event, handler, options)
  }

  get clockSkewMs(): number | null {
    return this.#given.databaseClock?.skewMs ?? null
  }

  get<T>(token: Token<T>): T {
    return this.#given.parts.container.get(token)
  }

  async start(): Promise<void> {
    const { parts, jobs } = this.#given
    const { container } = parts
    const store = container.get(Store)
    await store.secrets.requireKeys()
    await store.serve(parts.owner)
    const { moneyGate: gate, owner } = parts
    await gate.look()
    const guard = { store, gate, owner, logger: parts.logger }
    await scheduleJobs(jobs)
    const background = this.#background
    const leases = new LeaseTime({ clock: parts.clock, leaseMs: parts.settings.leaseMs, logger: parts.logger })
    const unlessInRecovery = async (run: () => Promise<unknown>): Promise<void> => {
      if (!gate.inRecovery) await run()
    }
    background.begin({ name: 'guard', everyMs: EVERY_MS.guard, run: () => guardMoney(guard) })
    background.begin({ name: 'close', everyMs: EVERY_MS.close, run: () => closePeriods(guard) })
    background.begin({ name: 'sweep', everyMs: EVERY_MS.sweep, run: () => sweep(parts.billing, leases.look()) })
    background.begin({
      name: 'recover',
      everyMs: EVERY_MS.recover,
      run: () => unlessInRecovery(() => recoverWrites(this.#given, leases.look().at)),
    })
    background.begin({ name: 'jobs', everyMs: EVERY_MS.jobs, run: () => this.#jobs.look() })
    const logThrottled = () => writeThrottledUsage(parts, parts.clock.now().getTime())
    background.begin({ name: 'throttled', everyMs: EVERY_MS.throttled, run: logThrottled })
    background.begin({ name: 'schedule', everyMs: EVERY_MS.schedule, run: () => scheduleJobs(jobs) })
    const { subjects, audit } = store
    const time = new RetentionTime(parts.clock)
    for (const task of retentionTasks({ ...parts, subjects, audit, usageLog: container.get(UsageLog), time }))
      background.begin({ ...task, everyMs: EVERY_MS.purge })
    const { external } = parts
    if (external)
      background.begin({
        ...{ name: 'wallet', everyMs: EVERY_MS.wallet },
        run: () => unlessInRecovery(() => external.tasks.look()),
      })
    this.#begin('serve')
    await this.#deliver()
  }

  async work(): Promise<void> {
    await this.#given.parts.container.get(Store).secrets.requireKeys()
    await this.#deliver()
    this.#begin('worker')
  }

  /** Events go out in every process. */
  async #deliver(): Promise<void> {
    const { parts, databaseClock } = this.#given
    const { container, moneyGate: gate, owner } = parts
    const { outbox } = container.get(Store)
    this.#relays = true
    await gate.look()
    const background = this.#background
    if (databaseClock) background.begin({ name: 'clock', everyMs: EVERY_MS.clock, run: () => databaseClock.look() })
    background.begin({ name: 'money', everyMs: EVERY_MS.money, run: () => gate.look() })
    const everyMs = EVERY_MS.outbox
    for (const [name, relay] of relaysOf(outbox, container.get(EventSinks)))
      background.begin({
        ...{ name, everyMs },
        run: async () => {
          const at = parts.clock.now().getTime()
          if (gate.inRecovery || !(await outbox.lease({ sink: name, owner, at, leaseMs: RELAY_LEASE_MS }))) return
          await relayOutbox(relay)
        },
      })
    const keptMs = container.get(Retention).eventDays * DAY_MS
    const retention = new RetentionTime(parts.clock)
    this.#listeners.relay()
    const purge = async (): Promise<void> => {
      const before = retention.at() - keptMs
      const forgotten = await outbox.forget(before, [...container.get(EventSinks).keys()])
      for (const listener of forgotten) parts.logger.warn('listener.forgotten', { listener })
      await outbox.purge(before)
    }
    background.begin({ name: 'events', everyMs: EVERY_MS.purge, run: purge })
  }

  #begin(place: WorkPlace): void {
    const { work, parts } = this.#given
    const begun = work.filter((one) => one.work.where.includes(place))
    this.#ends = beginWork(begun, { background: this.#background, parts, signal: this.#stopping.signal })
  }

  async drain(): Promise<void> {
    this.#draining = true
    await this.#inFlight.none()
    await this.#given.parts.external?.tasks.idle()
    await writeThrottledUsage(this.#given.parts, Number.POSITIVE_INFINITY)
    await this.#given.parts.billing.idle()
  }

  async stop(): Promise<void> {
    await this.drain()
    this.#stopping.abort()
    const ends = this.#ends.map((end) => end())
    await Promise.all([this.#listeners.stop(), this.#background.stop(), this.#jobs.stop(), ...ends])
    const { container, owner, logger } = this.#given.parts
    // Whoever goes on need not wait for the lease to end.
    if (this.#relays) {
      const { outbox } = container.get(Store)
      await outbox.release(owner).catch((error: unknown) => logger.warn('outbox.not_released', errorFacts(error)))
    }
    await container.dispose()
  }
}

/** Releases reads whose leases have ended. */
const sweep = (billing: CallParts['billing'], { at, madeAfter }: LeaseMoment): Promise<number> =>
  billing.sweep(at, madeAfter === null ? {} : { madeAfter })
