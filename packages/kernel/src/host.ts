import type {
  AuthPolicy,
  CallErrorCode,
  Command,
  CommissionSettling,
  Credentials,
  Endpoint,
  Envelope,
  Environment,
  Money,
  Outcome,
  Plugin,
  Service,
  Token,
  Upstream,
} from '@parakh/core'
import type { StandingConsents } from './consent/standing-consents.ts'
import type { PublishedPrice } from './published/published-prices.ts'

/** What the calls of a host go by. */
export interface CallSettings {
  /** Calls per 60 s per key: on one endpoint; in all, by environment; and under way at the same time. */
  readonly limits: {
    readonly perEndpoint: number
    readonly sandbox: number
    readonly production: number
    readonly inFlight: number
    /** Of all keys of an account in an environment, beside those of each key; absent: no limit. */
    readonly account?: number | undefined
    /** Of one client address, in one process; absent: no limit. */
    readonly address?: number | undefined
  }
  /** Failed credentials per 60 s of one pair of address and key. */
  readonly failedAuth: number
  /** Failed credentials and unknown paths per 60 s of one client address, in one process. */
  readonly unknownKeys: number
  /** Whether legacy endpoints need the query `api_key` besides (`required`), check it where it is sent, or take it alone. */
  readonly legacyQueryKey: 'required' | 'optional' | 'sufficient'
  /** False: X-API-Key alone is enough. */
  readonly requireSecret: boolean
  /** HTTP status of an upstream failure in the legacy envelope. */
  readonly legacyUpstreamStatus: 400 | 503
  /** All attempts of one call, in milliseconds. */
  readonly deadlineMs: number
  /** How long a hold lasts, in milliseconds: longer than the deadline and settling. */
  readonly leaseMs: number
  /** How long a call waits for one with the same request id, in milliseconds. */
  readonly waitMs: number
  /** How long stored answers are kept, in days. */
  readonly replayDays: number
  /** How long rows of the usage log are kept, in days. */
  readonly usageDays: number
  /** How long events are kept after they were delivered, in days; 30 unless given. */
  readonly eventDays?: number
  /** When final commission moves to the wallets of resellers; `daily` unless given. */
  readonly settleCommission?: CommissionSettling
  /** Follow-up jobs that a process runs at the same time; 10 unless given. */
  readonly jobConcurrency?: number
  /** Prices of the configuration, by endpoint id: checked here, applied by `Pricing`. */
  readonly priceOverrides: Readonly<Record<string, Money>>
}

/** What a host is made from. */
export interface HostOptions {
  readonly plugins: readonly Plugin[]
  /** The defaults: Clock, Ids, Logger, Secrets, Store and its parts, Auth, Pricing, Wallet, Upstream. */
  readonly services: readonly Service[]
  /** Replaces defaults, explicitly. */
  readonly overrides?: readonly Service[]
  readonly settings: CallSettings
  /** Compiles described sources (`Upstream.compile`), so that their faults are found before anything is built. */
  readonly compile?: Upstream['compile']
  /** Where the plugins stand in the configuration, for the paths of faults: `plugins` or `plugins.@parakh/pan`. By plugin id. */
  readonly paths?: Readonly<Record<string, string>>
}

/** Whether an endpoint answers in an environment, and why not. */
export type Activation = { readonly active: true } | { readonly active: false; readonly reason: string }

/** An endpoint in its place. */
export interface HostedEndpoint {
  readonly plugin: string
  readonly endpoint: Endpoint
  /** The whole path: `/api/v1/orders/{id}`. */
  readonly path: string
  readonly envelope: Envelope
  readonly auth: AuthPolicy
  /** Names of path parameters. */
  readonly parameters: readonly string[]
  /** Whether its plugin takes a price for it. */
  readonly billable: boolean
  /** Ids of the live providers that it may ask, in their order: `pan/http#0`. Regulated endpoints ask authorised ones alone. */
  readonly providers: readonly string[]
  /** Asked each time: a licence may end. */
  activation(environment: Environment): Activation
}

/** An endpoint as documents show it: `billable` goes by the price in force. */
export interface PublishedEndpoint extends HostedEndpoint {
  readonly price: PublishedPrice
}
/** What documents are made of, for whoever looks. */
export interface Published {
  readonly endpoints: readonly PublishedEndpoint[]
  /** The sandbox's live catalogue, at these prices. */
  scenarios(): Promise<readonly ScenarioEntry[]>
}

/** A request, as it came. */
export interface IncomingCall {
  readonly hosted: HostedEndpoint
  /** From the path, already decoded. */
  readonly params: Readonly<Record<string, unknown>>
  readonly query: Readonly<Record<string, unknown>>
  /** The JSON body; undefined where there was none. */
  readonly body: unknown
  /** Of the headers. */
  readonly credentials: Credentials
  readonly requestId?: string | undefined
  /** X-Sandbox-Scenario. */
  readonly scenario?: string | undefined
  /** X-Consent-Ref. */
  readonly consentRef?: string | undefined
  readonly ip: string
  /** Set where the request could not be read: it is refused with this, after identify and permit. */
  readonly malformed?: { readonly code: CallErrorCode; readonly message?: string }
}

/** An answer, as it goes out. The bytes are those that were stored. */
export interface OutgoingCall {
  readonly status: number
  /** Names in lower case: content-type, x-request-id, x-ratelimit-limit, retry-after, x-outcome, idempotent-replayed, cache-control. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  readonly outcome: Outcome | 'replay'
  readonly code: string | null
  readonly charged: Money
  readonly requestId: string
  readonly environment: Environment | null
  /** Whose call it was, and its reference; null where no key is known. For logs. */
  readonly by: { readonly accountId: string; readonly keyId: string; readonly reference: string } | null
}

/** A branch of the sandbox, complete enough to be sent. */
export interface ScenarioEntry {
  readonly endpoint: string
  readonly method: 'GET' | 'POST'
  /** With its path parameters filled in. */
  readonly path: string
  readonly scenario: string
  readonly request: {
    readonly query?: Readonly<Record<string, unknown>>
    readonly body?: Readonly<Record<string, unknown>>
    readonly headers?: Readonly<Record<string, string>>
  }
  /** What comes back, found by running the handler on the fixture. */
  readonly status: number
  readonly code: string | null
  /** An example body, with zeros and fixed ids in the place of what varies. */
  readonly example: unknown
  /** Whether a wallet is charged for it. */
  readonly charged: boolean
}

/** Who calls, for a call without HTTP: credentials, or a key that the embedder vouches for by its id. */
export type HostCaller = Credentials | { readonly keyId: string }
/** What may go with a call without HTTP. */
export interface HostCallOptions {
  readonly requestId?: string
  readonly scenario?: string
  readonly consentRef?: string
  readonly ip?: string
}
/** The answer of a call without HTTP. */
export interface HostReply<Out = unknown> {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly outcome: Outcome | 'replay'
  readonly code: string | null
  /** The parsed envelope. */
  readonly body: unknown
  /** The endpoint's own data, wherever its envelope has it; null on faults. */
  readonly data: Out | null
}

/** A command of a plugin, ready to run. */
export interface HostedCommand {
  readonly plugin: string
  readonly command: Command
  run(args: unknown, progress: (done: number, of?: number) => void): Promise<object>
}

/** A composed framework: endpoints that can be called, with or without HTTP. */
export interface Host {
  readonly endpoints: readonly HostedEndpoint[]
  readonly commands: readonly HostedCommand[]
  /** What accounts have declared of consent, once for all their calls of a plugin. */
  readonly standingConsents: StandingConsents
  /** Runs a call from identify to send. Never throws. */
  handle(incoming: IncomingCall): Promise<OutgoingCall>
  /** The answer for a request that belongs to no endpoint, or was refused before one was known. */
  fault(
    code: CallErrorCode,
    options?: { hosted?: HostedEndpoint; message?: string; requestId?: string; retryAfter?: number },
  ): OutgoingCall
  /** The answer for a path of no endpoint: 404, or 429 where its address asked for too many (`unknownKeys`). */
  unknownPath(request: { readonly ip: string; readonly requestId?: string }): OutgoingCall
  /**
   * The same call without HTTP.
   *
   * @throws Where it issues documents that nobody could fetch: `PUBLIC_URL_REQUIRED` of a server that neither listens nor has `server.publicUrl`.
   */
  call<In, Out>(
    endpoint: string | Endpoint<In, Out>,
    input: In,
    caller: HostCaller,
    options?: HostCallOptions,
  ): Promise<HostReply<Out>>
  /**
   * Endpoints with the prices in force, and the sandbox's branches at them: what an account without terms of its own is charged now.
   *
   * @param above The account under which it would stand, such as the reseller at whose host somebody looks; none unless given.
   */
  published(above?: string | null): Promise<Published>
  /** The sandbox's live catalogue, at the prices of an account that stands under none. */
  scenarios(): Promise<readonly ScenarioEntry[]>
  /** News posted by an upstream to `/callbacks/<plugin>/<provider>`. `unknown`: no such provider; `refused`: not genuine; `malformed`: not usable. */
  callback(
    plugin: string,
    provider: string,
    request: { headers: Readonly<Record<string, string>>; body: Uint8Array },
  ): Promise<'taken' | 'refused' | 'unknown' | 'malformed'>
  /** How far this host's clock is ahead of the database's, in milliseconds; null where the database has none of its own. */
  readonly clockSkewMs: number | null
  /** A service of this host. */
  get<T>(token: Token<T>): T
  /** Starts what runs beside calls: expired holds, jobs, recovery of writes, the outbox. */
  start(): Promise<void>
  /** Starts what hands events on and delivers them, and nothing else: for a process that takes no calls. `start` does so too. */
  work(): Promise<void>
  /** Takes no new calls, and resolves when those under way have settled. */
  drain(): Promise<void>
  /** Drains, stops what runs beside, disposes services in reverse. */
  stop(): Promise<void>
}
