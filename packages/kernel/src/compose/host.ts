import type {
  CallErrorCode,
  Command,
  Credentials,
  Endpoint,
  Envelope,
  Event,
  HostEventData,
  HostEventType,
  Operation,
  Outcome,
  Plugin,
  PluginDefinition,
  Provided,
  Route,
  RouteAnswers,
  RouteRequest,
  RouteResponse,
  Scope,
  ServerBrand,
  Service,
  Token,
  Upstream,
} from '@parakh/core'
import type * as z from 'zod'
import type { CallResponse } from '../call-data/call-response.ts'
import type { IncomingCall } from '../call-data/incoming-call.ts'
import type { OperationCaller } from '../operations/run-operation.ts'
import type { ScenarioEntry } from '../published/catalogue.ts'
import type { Published } from '../published/publisher.ts'
import type { SentIds } from '../request/request-id.ts'
import type { CallSettings } from '../runtime/call-settings.ts'
import type { HostedEndpoint } from '../runtime/hosted-endpoint.ts'
import type { EventHandler, ListenOptions } from './event-handler.ts'
import type { HostedOperation } from './plan-operations.ts'

/** What a host is made from. */
export interface HostOptions {
  readonly plugins: readonly Plugin[]
  /** The defaults: Clock, Ids, Logger, Secrets, Store and its parts, AccessTokens, Pricing, Wallet, Upstream. */
  readonly services: readonly Service[]
  /** Replaces defaults, explicitly. */
  readonly overrides?: readonly Service[]
  /** What core itself brings beside its services, as a plugin does: extension points, contributions and drivers. */
  readonly core?: Partial<
    Pick<PluginDefinition, 'points' | 'contributes' | 'decorates' | 'requires' | 'operations' | 'errors'>
  >
  /** The first segments of the paths that the embedding server has for itself: `admin`. No route may begin with one. */
  readonly ownPaths?: readonly string[]
  /** The drivers that the configuration chooses at core's points, by the keys of its sections: `{ events: { … } }`. */
  readonly choices?: Readonly<Record<string, unknown>>
  readonly settings: CallSettings
  readonly brand: ServerBrand
  /** Compiles HTTP sources (`Upstream.compile`), so that their faults are found before anything is built. */
  readonly compile?: Upstream['compile']
  /** Where the plugins stand in the configuration, for the paths of faults: `plugins` or `plugins.@parakh/pan`. By plugin id. */
  readonly paths?: Readonly<Record<string, string>>
}

/** What a call without HTTP brings for the schemes of the host. */
export interface HostCredentials extends Credentials {
  readonly headers?: Readonly<Record<string, string>>
  /** Path and query, where a scheme signs them. */
  readonly target?: string
  /** The bytes that were signed: the call's input is not compared with them. */
  readonly body?: Uint8Array
  readonly facts?: readonly Provided[]
}
/** Who calls, for a call without HTTP: what its schemes look at, or a key that the embedder vouches for by its id. */
export type HostCaller = HostCredentials | { readonly keyId: string }
/** What may go with a call without HTTP. */
export interface HostCallOptions {
  /** As `X-Request-Id`: the key of the call, unless `idempotencyKey` is given. */
  readonly requestId?: string
  /** As `Idempotency-Key`, quoted or bare: the key of the call. `requestId` is then only echoed. */
  readonly idempotencyKey?: string
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

/** A route of a plugin, with its services. */
export interface HostedRoute {
  readonly plugin: string
  readonly route: Route
  handle(request: RouteRequest, answer: RouteAnswers): Promise<RouteResponse>
}

/** A composed framework: endpoints that can be called, with or without HTTP. */
export interface Host {
  readonly endpoints: readonly HostedEndpoint[]
  /** The envelope that the configuration chose: of what belongs to no endpoint. */
  readonly envelope: Envelope
  readonly commands: readonly HostedCommand[]
  /** Raw HTTP of plugins, which the server mounts. */
  readonly routes: readonly HostedRoute[]
  /** What operators and accounts can do. */
  readonly operations: readonly HostedOperation[]
  /** The scopes of the operations: what an admin credential may be given. */
  readonly scopes: readonly Scope[]
  /** Runs a call from identify to send. Never throws. */
  handle(incoming: IncomingCall): Promise<CallResponse>
  /** The answer for a request that belongs to no endpoint, or was refused before one was known. */
  fault(
    code: CallErrorCode,
    options?: SentIds & { hosted?: HostedEndpoint; message?: string; retryAfter?: number },
  ): CallResponse
  /** The answer for a path of no endpoint: 404, or 429 where its address asked for too many (`unknownKeys`). */
  unknownPath(request: SentIds & { readonly ip: string }): CallResponse
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
   * Runs an operation: the admin API, the command line and an embedder go through here.
   *
   * @param operation Its value, or its id.
   * @param input As JSON has it: texts of a query or of a command are read before, by `textInput`.
   * @param as Who asks. An account sees itself and those below it.
   * @throws `OPERATION_NOT_HOSTED`, `SCOPE_MISSING`, `NOT_FOUND` (an unknown id, or one of another branch), `FORBIDDEN`, `VALIDATION_FAILED`, and
   * what the operation throws.
   * @example
   * const key = await host.run(createKey, { account_id: id, environment: 'sandbox' }, { operator: 'asha' })
   */
  run<In, Out>(operation: string | Operation<In, Out>, input: In, as: OperationCaller): Promise<Out>
  /** The HTTP status for a code that an operation threw; undefined: trouble of the host, or a code of no table. */
  errorStatus(code: string, declared?: Readonly<Record<string, number>>): number | undefined
  /**
   * Endpoints with the prices in force, and the sandbox's branches at them: what an account without terms of its own is charged now.
   *
   * @param above The account under which it would stand, such as the reseller at whose host somebody looks; none unless given.
   */
  published(above?: string | null): Promise<Published>
  /** The sandbox's live catalogue, at the prices of an account that stands under none. */
  scenarios(): Promise<readonly ScenarioEntry[]>
  /** An async result posted by an upstream to `/callbacks/<plugin>/<provider>`. `unknown`: no such provider; `refused`: not genuine; `malformed`: not usable. */
  callback(
    plugin: string,
    provider: string,
    request: { headers: Readonly<Record<string, string>>; body: Uint8Array },
  ): Promise<'accepted' | 'refused' | 'unknown' | 'malformed'>
  /** How far this host's clock is ahead of the database's, in milliseconds; null where the database has none of its own. */
  readonly clockSkewMs: number | null
  /**
   * Calls a handler with each event of a type, once it is committed: one of the host's own by its name, one of a plugin by value. A handler that
   * throws is logged (`EVENT_HANDLER_FAILED`); with `durable` it is called again.
   *
   * @returns Once it listens: ends that.
   * @throws `EVENT_UNKNOWN`; `LISTENER_REFUSED`: the durable name is taken, or no name.
   * @example
   * await host.on('wallet.low_balance', ({ accountId, data }) => mail(accountId, data.balance), { durable: 'mailer' })
   */
  on<K extends HostEventType>(
    type: K,
    handler: EventHandler<HostEventData<K>>,
    options?: ListenOptions,
  ): Promise<() => void>
  on<V extends z.ZodObject>(
    event: Event<V>,
    handler: EventHandler<z.output<V>>,
    options?: ListenOptions,
  ): Promise<() => void>
  /** A service of this host. */
  get<T>(token: Token<T>): T
  /** Starts what runs beside calls: expired holds, jobs, recovery of writes, the outbox. */
  start(): Promise<void>
  /** Starts what hands events on and delivers them, and nothing else: for a process that takes no calls. `start` does so too. */
  work(): Promise<void>
  /** Takes no new calls, and resolves when those in flight have settled. */
  drain(): Promise<void>
  /** Drains, stops what runs beside, disposes services in reverse. */
  stop(): Promise<void>
}
