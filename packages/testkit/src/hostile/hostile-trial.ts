import {
  type Endpoint,
  type Money,
  minus,
  type Plugin,
  type ProviderOperation,
  type ProviderOperations,
  service,
  Upstream,
} from '@parakh/core'
import type { HostReply } from '@parakh/kernel'
import { type CollectingLogger, collectingLogger } from '../fakes/collecting-logger.ts'
import { manualClock } from '../fakes/manual-clock.ts'
import { createTestHost, type TestHost } from '../host/create-test-host.ts'
import { type FakeUpstream, type FakeUpstreamOptions, fakeUpstream } from '../upstream/fake-upstream.ts'
import { answering, type GoodCase, goodCase } from './good-answers.ts'
import { DEADLINE_MS, type HostileUpstreamOptions, PATIENT_DEADLINE_MS, type RequestFields } from './hostile-options.ts'

const WIDE_LIMITS = { perEndpoint: 100_000, sandbox: 100_000, production: 100_000, inFlight: 1_000 }
/** Longer than any cooldown of a plugin. */
const BETWEEN_CALLS_MS = 600_000
/** How often a good upstream is asked, where a slow machine does not answer within the deadline. */
const MOST_ASKED = 5
const QUICK = { minBackoffMs: 1, maxBackoffMs: 2, circuitFailures: 1_000 }

/** A call that was made, and what it did to the wallet. */
export interface TrialResult {
  readonly reply: HostReply
  readonly elapsedMs: number
  readonly spent: Money
  /** By how much the open holds grew. */
  readonly held: Money
  /** What both logs said meanwhile. */
  readonly logged: string
  /** The operations that were asked. */
  readonly operations: readonly string[]
}

/** One endpoint in production, with an upstream of its own. */
export interface Trial {
  readonly endpoint: Endpoint
  readonly pluginId: string
  readonly operations: ProviderOperations
  readonly upstream: FakeUpstream
  readonly test: TestHost
  /** Starts the host's background, once. */
  start(): Promise<void>
  /** Begins to read both logs. @returns A function that returns what was logged since. */
  loggedSince(): () => string
  /** The request that is handed in, made again; undefined where fixtures give it. */
  stated(): Promise<RequestFields | undefined>
  ask(fields: RequestFields): Promise<TrialResult>
  /** Sets what a good upstream answers. */
  behave(good: GoodCase): void
  close(): Promise<void>
}

const ANSWER = { none: 'status = 404', record: 'body' }
/** Each operation as it is: asked by its name, answered with its record. */
const described = ([name, { effect }]: readonly [string, ProviderOperation]) => {
  const ask = { path: `/${name}`, ...ANSWER }
  if (effect === 'read') return [name, { ...ask, body: { input: 'input' } }] as const
  const status = { path: `/${name}/status`, query: { reference: 'reference' }, ...ANSWER }
  return [name, { ...ask, body: { input: 'input', reference: 'reference' }, status }] as const
}

/** The header and the secret that sign callbacks of the source. */
export const CALLBACK_SIGNATURE = { header: 'x-signature', algorithm: 'sha256', secret: 'hostile' } as const

/** Callbacks with the results of the endpoint's write. */
function callbackOf({ uses, asyncResult }: Endpoint) {
  const write = Object.entries(uses?.operations ?? {}).find(([, { effect }]) => effect === 'write')
  if (!asyncResult || !write) return {}
  const read = { reference: 'body.reference', record: 'body.record' }
  return { callback: { signature: CALLBACK_SIGNATURE, operation: write[0], ...read } }
}

/** The plugin with the HTTP source as its authorised provider, and licensed for everything. */
function licensed({ plugin, endpoint }: { plugin: Plugin; endpoint: Endpoint }, baseUrl: string): Plugin {
  const operations = Object.fromEntries(Object.entries(plugin.definition.provider?.operations ?? {}).map(described))
  const options = {
    ...plugin.options,
    // Longer than the deadline: what hangs is to be ended by that.
    live: { provider: 'http', baseUrl, timeoutMs: 20_000, authorised: true, operations, ...callbackOf(endpoint) },
    licence: { authority: 'test', number: 'test', validUntil: '2099-12-31' },
    consent: { notice: 'test', standing: true },
  }
  return { ...plugin, options }
}

/** Puts one endpoint before an upstream of its own. */
export async function openTrial(
  given: { plugin: Plugin; endpoint: Endpoint },
  options: HostileUpstreamOptions,
  tls?: FakeUpstreamOptions['tls'],
): Promise<Trial> {
  const { endpoint } = given
  const upstream = await fakeUpstream(tls ? { tls } : {})
  const [clock, logger] = [manualClock(), collectingLogger()]
  const reaching = options.createUpstream({ clock, logger, settings: QUICK })
  const test = await createTestHost({
    ...options.host,
    clock,
    plugins: [licensed(given, upstream.url), ...(options.beside ?? [])],
    overrides: [service(Upstream, {}, () => reaching), ...(options.host?.overrides ?? [])],
    compile: reaching.compile,
    // A handshake that is refused takes as long as the machine does; all else hangs until the deadline.
    settings: { deadlineMs: tls ? PATIENT_DEADLINE_MS : DEADLINE_MS, limits: WIDE_LIMITS },
  })
  const operations = endpoint.uses?.operations ?? {}
  let started: Promise<void> | null = null
  return {
    endpoint,
    pluginId: given.plugin.id,
    operations,
    upstream,
    test,
    start: async () => {
      started ??= test.host.start()
      await started
    },
    loggedSince: () => loggedSince([logger, test.logger]),
    stated: async () => await options.requests?.[endpoint.id]?.({ test, upstream }),
    ask: (fields) => ask({ test, upstream, logger, endpoint }, fields),
    behave: ({ records }) => {
      for (const [name, operation] of Object.entries(operations))
        upstream.on(`/${name}`, answering(operation, records[name] ?? null))
    },
    close: async () => {
      await test.host.stop()
      await upstream.close()
    },
  }
}

interface Asking {
  readonly test: TestHost
  readonly upstream: FakeUpstream
  readonly logger: CollectingLogger
  readonly endpoint: Endpoint
}

async function ask({ test, upstream, logger, endpoint }: Asking, fields: RequestFields): Promise<TrialResult> {
  const { host, store, account, keys, clock } = test
  clock.advance(BETWEEN_CALLS_MS)
  const logged = loggedSince([logger, test.logger])
  const requests = upstream.requests.length
  const before = await store.wallet.balance(account.id, 'production')
  const startedAt = performance.now()
  const reply = await host.call(endpoint.id, fields, keys.production, { consentRef: 'test' })
  const elapsedMs = performance.now() - startedAt
  const after = await store.wallet.balance(account.id, 'production')
  return {
    reply,
    elapsedMs,
    spent: minus(before.balance, after.balance),
    held: minus(after.held, before.held),
    logged: logged(),
    operations: [...new Set(upstream.requests.slice(requests).map(({ path }) => path.slice(1)))],
  }
}

/** Begins to read some logs. @returns A function that returns what was logged since. */
function loggedSince(logs: readonly CollectingLogger[]): () => string {
  const lines = logs.map((log) => log.lines.length)
  return () => logs.map((log, place) => JSON.stringify(log.lines.slice(lines[place]))).join('\n')
}

/** What a good upstream and a trial came to: the case that is answered, the operations that it asks, or what is wrong. */
export type Established = { readonly good: GoodCase; readonly asked: readonly string[] } | { readonly problem: string }

/** Finds a request that production answers when its upstream is a good one. */
export async function establish(trial: Trial): Promise<Established> {
  const { endpoint } = trial
  let problem = 'no success fixture can be made into a request that production takes: hand one in under `requests`'
  for (const fixture of endpoint.fixtures.filter(({ scenario }) => scenario === 'success')) {
    const good = goodCase(endpoint, fixture, await trial.stated())
    if (!good) continue
    trial.behave(good)
    for (let asked = 1; asked <= MOST_ASKED; asked += 1) {
      const { reply, operations } = await trial.ask(good.fields)
      if (reply.outcome === 'answer') return { good, asked: operations }
      problem = `a good upstream is answered ${reply.status} ${String(reply.code)}`
      if (reply.outcome !== 'failed') break
    }
  }
  return { problem }
}
