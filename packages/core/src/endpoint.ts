import type * as z from 'zod'
import type { AuthPolicy } from './auth.ts'
import type { Envelope } from './envelope.ts'
import type { Event, Handle } from './handles.ts'
import type { Identifier } from './identifier.ts'
import type { Price } from './money.ts'
import type { Answered, Call, Errors, Failure } from './outcome.ts'
import type { Client, Provider, ProviderOperations, WriteNames } from './provider.ts'
import type { Records } from './records.ts'
import type { TierPrice, Tiers } from './tiers.ts'
import type { Needs, Resolved } from './token.ts'

/** Path parameters must be fields of the request. */
type ParamNames<P extends string> = P extends `${string}{${infer N}}${infer Rest}` ? N | ParamNames<Rest> : never
type PathFor<P extends string, R> = [ParamNames<P>] extends [keyof R]
  ? P
  : `the request lacks {${Exclude<ParamNames<P>, keyof R> & string}}`

type Fail<E extends Errors> = (code: keyof E & string, more?: { retryAfter?: number }) => Failure

/** The arguments of every function of an endpoint. */
export type Context<R extends z.ZodObject, E extends Errors, N extends Needs> = {
  readonly request: z.output<R>
  readonly call: Call
  readonly fail: Fail<E>
} & Resolved<N>

/** The arguments of a price function. */
export type PriceContext<R extends z.ZodObject, E extends Errors, N extends Needs, T extends Tiers> = Context<
  R,
  E,
  N
> & {
  /** Aborts at the call's deadline, 20 s after the price is asked for. */
  readonly signal: AbortSignal
  /** A price by its tier, in force for the caller, `units` times: a whole number above zero, 1 unless given. */
  readonly tier: <Name extends keyof T & string>(name: Name, units?: number) => TierPrice<Name>
}

/** An endpoint with tiers is sold by them alone. */
type PriceOf<R extends z.ZodObject, E extends Errors, N extends Needs, T extends Tiers> = [keyof T] extends [never]
  ? Price | ((context: PriceContext<R, E, N, T>) => Price | Failure | Promise<Price | Failure>)
  : (
      context: PriceContext<R, E, N, T>,
    ) => TierPrice<keyof T & string> | Failure | Promise<TierPrice<keyof T & string> | Failure>

type Reserved = {
  [K in
    | 'request'
    | 'call'
    | 'fail'
    | 'answer'
    | 'provider'
    | 'reveal'
    | 'record'
    | 'now'
    | 'scenario'
    | 'tier'
    | 'signal']?: never
}

/** One sandbox scenario: a test, a catalogue entry and an OpenAPI example in one. */
export interface Fixture<R extends z.ZodObject, Ops extends ProviderOperations, N extends Needs> {
  /** `upstream-failure` and `throttled` need no records: the host simulates them. */
  readonly scenario: 'success' | 'not-found' | 'upstream-failure' | 'throttled' | (string & {})
  readonly request: z.input<R>
  /** The record of each operation; absent: the source has none. */
  readonly records?: { readonly [K in keyof Ops]?: z.input<Ops[K]['output']> | null }
  /** The async results of the write, in order. */
  readonly asyncResults?: readonly z.input<Ops[WriteNames<Ops>]['output']>[]
  /**
   * False: the records are real data, such as a public directory, and valid for this input only. For any other input the plugin's
   * sandbox source answers, even if `X-Sandbox-Scenario` names this scenario.
   */
  readonly derived?: false
  /** Stored records that every sandbox account has before the call. */
  readonly given?: {
    readonly [K in keyof N as N[K] extends Handle<Records<infer _T, infer _S, infer _K>, unknown>
      ? K
      : never]?: N[K] extends Handle<Records<infer T, infer S, infer _K>, unknown>
      ? readonly (T & { id: string; state?: S })[]
      : never
  }
}

/** What an async result means: the new state of its call, and the data of the event. */
export interface AsyncResult {
  readonly state: 'pending' | 'completed' | 'failed'
  readonly data: object
}

/** For an endpoint that answers before the work is done. Exactly one write among `uses`. */
export interface AsyncResultDefinition<
  R extends z.ZodObject,
  Ops extends ProviderOperations,
  N extends Needs,
  V extends z.ZodObject,
> {
  readonly event: Event<V>
  /** How often the provider's status is polled, and for how long. */
  readonly poll: { readonly everySeconds: number; readonly forSeconds: number }
  /**
   * Maps an async result of the write (callback, poll or command). `failed` refunds the call, or releases its hold; an event is emitted if state or data
   * differ from the last ones. Return null for a result that adds nothing to the answer, or comes too late: nothing is written and no
   * event is emitted.
   */
  update(
    context: {
      readonly record: z.output<Ops[WriteNames<Ops>]['output']>
      readonly request: z.output<R>
      readonly call: Call
      readonly now: (state: 'pending' | 'completed' | 'failed', data: z.input<V>) => AsyncResult
    } & Resolved<N>,
  ): AsyncResult | null | Promise<AsyncResult | null>
}

/** Whether there is an async result, and when the price is charged. */
type Completion<R extends z.ZodObject, Ops extends ProviderOperations, N extends Needs, V extends z.ZodObject> =
  | { charge?: never; asyncResult?: AsyncResultDefinition<R, Ops, N, V> }
  | {
      /**
       * The answer holds the price; `completed` captures it, `failed` or no result within `poll.forSeconds` releases it. Absent: the answer
       * is charged, and `failed` refunds it. Only with `asyncResult`.
       */
      charge: 'on-completion'
      asyncResult: AsyncResultDefinition<R, Ops, N, V>
    }

/** The definition of an endpoint, as a plugin author writes it. */
export type EndpointDefinition<
  P extends string,
  R extends z.ZodObject,
  D extends z.ZodObject,
  E extends Errors,
  Ops extends ProviderOperations,
  N extends Needs,
  V extends z.ZodObject,
  T extends Tiers,
> = EndpointParts<P, R, D, E, Ops, N, T> & Completion<R, Ops, N, V>

interface EndpointParts<
  P extends string,
  R extends z.ZodObject,
  D extends z.ZodObject,
  E extends Errors,
  Ops extends ProviderOperations,
  N extends Needs,
  T extends Tiers,
> {
  /** Unique in a server; the name in prices, permissions and usage. */
  id: string
  method: 'GET' | 'POST'
  /** Below the plugin's mount; `{name}` is taken from the path, the rest from the query (GET) or the JSON body (POST). */
  path: PathFor<P, z.output<R>>
  group: string
  /** Its title in documentation, beginning with a verb: `Find a PAN by holder details`. */
  summary: string
  /** Markdown that documentation shows in place of the title, above the price. */
  description?: string
  /** An envelope by value, or `host`: the one that the configuration chooses. */
  envelope: Envelope | 'host'
  /** Unless given, the envelope's; for the host's envelope whatever callers the host accepts. */
  auth?: AuthPolicy
  /**
   * Named prices, each of one unit. Price lists and the configuration set a price for each (`company-details#basic`), and `price` says
   * which one a request has.
   */
  tiers?: T
  /**
   * The price of one answer; `zero` is free. A function gets the parsed request and may refuse it. An `async` one may wait for a service
   * among `needs`, before anything is held and within the call's deadline; it is not asked again for a repeated request id.
   */
  price: PriceOf<R, E, N, T>
  /** A default price that the deployer should confirm. */
  priceSource?: 'default'
  /** False: each call runs, nothing is stored or replayed, and every key may call it (such as balance and tokens). Free endpoints only. */
  replay?: false
  /** False: its calls do not count in `requests_today` and `requests_total` (balance). */
  counted?: false
  /**
   * True: a single-phase call. The handler only reads data of this host, such as its store (balance). It runs before the call is
   * admitted, so the call is one transaction instead of two. Not with `uses` (there the provider declares `local`), and only with needs
   * that are services, settings and calls.
   */
  singlePhase?: true
  /** Plain zod. `refine` checks are skipped for exact values of the sandbox catalogue. */
  request: R
  /**
   * A text field that must be unique among the calls of an account and environment, whatever their request ids. It is claimed at
   * admission and freed if the call ends `none`, `failed` or `refused`. A second call with the value is refused with `code`, one of
   * `errors`, and the `ref_id` of the first. Sandbox catalogue values claim nothing.
   */
  unique?: { readonly field: keyof z.output<R> & string; readonly code: keyof E & string }
  data: D
  errors?: E
  uses?: Provider<Ops>
  needs?: N & Reserved
  /** Consent is recorded for this purpose about this subject; `regulated` locks production until licensed. */
  consent?: { purpose: string; subject(request: z.output<R>): string | Identifier; regulated?: boolean }
  /**
   * The identifiers of people in the request, besides that of `consent`: PAN, Aadhaar, mobile, voter card, driving licence, ration card, vehicle and
   * the like. Each call is found by them (`parakh subjects find`), of which the host keeps keyed hashes.
   */
  subjects?: (request: z.output<R>) => readonly (string | Identifier)[]
  /** Runs again after a lost race or a crash; then a write that was sent already is answered from its status. */
  handle(
    context: Context<R, E, N> & {
      readonly provider: Client<Ops>
      /**
       * `billable: false` answers without charge. `headers` are added to this response (names in lower case); the host's own headers
       * take precedence. They are not stored: a replay has none.
       */
      readonly answer: (
        data: z.input<D>,
        more?: { billable?: boolean; headers?: Readonly<Record<string, string>> },
      ) => Answered
      /** The text of an identity number: complete if the licence allows it, else masked. */
      readonly reveal: (id: Identifier) => string
      /**
       * The sandbox scenario of this call: that of an exact catalogue value, or the one that `X-Sandbox-Scenario` names. Null for any
       * other input, and in production.
       */
      readonly scenario: string | null
    },
  ): Promise<Answered | Failure>
  fixtures: readonly Fixture<R, Ops, N>[]
}

/** A fixture with its types erased, as the host handles it. */
export interface AnyFixture {
  readonly scenario: string
  readonly request: unknown
  readonly records?: Readonly<Record<string, unknown>>
  readonly asyncResults?: readonly unknown[]
  readonly derived?: false
  readonly given?: Readonly<Record<string, readonly (object & { id: string; state?: string })[]>>
}

/** An endpoint, as the host sees it. Its two types are for typed calls: `host.call(bankIfscDetails, { ifsc })`. */
export interface Endpoint<In = never, Out = unknown> {
  readonly id: string
  readonly path: string
  readonly method: 'GET' | 'POST'
  readonly group: string
  readonly summary: string
  readonly description?: string
  readonly envelope: Envelope | 'host'
  readonly auth?: AuthPolicy
  readonly tiers?: Tiers
  readonly price: Price | ((context: never) => Price | TierPrice | Failure | Promise<Price | TierPrice | Failure>)
  readonly priceSource?: 'default'
  readonly replay?: false
  readonly counted?: false
  readonly singlePhase?: true
  readonly request: z.ZodObject
  readonly unique?: { readonly field: string; readonly code: string }
  readonly data: z.ZodObject
  readonly errors: Errors
  readonly uses?: Provider
  readonly needs: Needs
  readonly consent?: { purpose: string; subject(request: never): string | Identifier; regulated?: boolean }
  readonly subjects?: (request: never) => readonly (string | Identifier)[]
  readonly charge?: 'on-completion'
  readonly asyncResult?: {
    readonly event: Event
    readonly poll: { readonly everySeconds: number; readonly forSeconds: number }
    update(context: never): AsyncResult | null | Promise<AsyncResult | null>
  }
  handle(context: never): Promise<Answered | Failure>
  readonly fixtures: readonly AnyFixture[]
  readonly types: (input: In) => Out
}

/**
 * Declares an endpoint: from this one value come the route, validation, types, the OpenAPI operation, the Postman request, the
 * sandbox catalogue and the reference page.
 *
 * @example
 * const pincodeDetails = defineEndpoint({
 *   id: 'pincode-details', method: 'GET', path: '/pincode-details', group: 'Places', summary: 'Find the city and state of a postal code',
 *   envelope: modern, price: inr('0.10'), request: z.object({ pincode: Pincode }), data: Place,
 *   errors: { PINCODE_NOT_FOUND: { message: 'No such postal code' } }, uses: PincodeProvider,
 *   async handle({ request, provider, answer, fail }) {
 *     const place = await provider.place(request)
 *     return place ? answer(place) : fail('PINCODE_NOT_FOUND')
 *   },
 *   fixtures: [{ scenario: 'success', request: { pincode: '411001' }, records: { place: { city: 'Pune' } } }],
 * })
 */
export function defineEndpoint<
  const P extends string,
  R extends z.ZodObject,
  D extends z.ZodObject,
  const E extends Errors = Record<never, never>,
  Ops extends ProviderOperations = Record<never, never>,
  const N extends Needs = Record<never, never>,
  V extends z.ZodObject = z.ZodObject,
  const T extends Tiers = Record<never, never>,
>(definition: EndpointDefinition<P, R, D, E, Ops, N, V, T>): Endpoint<z.input<R>, z.output<D>> {
  const complete = { errors: {}, needs: {}, ...definition }
  return complete as unknown as Endpoint<z.input<R>, z.output<D>>
}
