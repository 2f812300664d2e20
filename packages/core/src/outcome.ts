import type { Money } from './money.ts'

/**
 * How a call ended. It decides charging, storing and replaying; the HTTP status does not, because legacy envelopes use one status for
 * several outcomes: `answer` is charged unless marked not billable, `none` is a definite no of the source (stored, free), `failed` is
 * upstream trouble (free, may run again), `refused` never reached the provider (free, nothing stored). Kernel's
 * `decide/decide-settle.ts` decides so.
 */
export type Outcome = 'answer' | 'none' | 'failed' | 'refused'

/** One declared error. The status follows from the outcome (none 404, failed 503, refused 400) unless it is given. */
export interface ErrorSpec {
  /** What the caller reads. No input, no identity number. */
  readonly message: string
  /** What it means for money; `none` unless given. */
  readonly outcome?: Exclude<Outcome, 'answer'>
  /** HTTP status, 400 to 599. */
  readonly status?: number
}

/** The errors an endpoint may answer with, by code. */
export type Errors = Readonly<Record<string, ErrorSpec>>

/** Declares errors that several endpoints of a plugin share. */
export const defineErrors = <const E extends Errors>(errors: E): E => errors

/** What `answer(data)` returns to a handler; only the host makes one. */
export class Answered {
  declare private readonly made: 'by the host'
  readonly kind = 'answered'
  constructor(
    readonly data: object,
    readonly billable: boolean,
    /** Added to the host's own headers. */
    readonly headers: Readonly<Record<string, string>> = {},
  ) {}
}

/** What `fail(code)` returns to a handler; only the host makes one. */
export class Failure {
  declare private readonly made: 'by the host'
  readonly kind = 'failure'
  constructor(
    readonly code: string,
    /** Whole seconds after which the caller may try again. */
    readonly retryAfter?: number,
  ) {}
}

/**
 * Why a source could not answer: unavailable or too slow, an unusable answer, its rate limit, or `denied`: it refused our own
 * credentials, permission or credit, which the caller cannot change.
 */
export type UpstreamTrouble = 'unavailable' | 'unprocessable' | 'throttled' | 'denied'

/** Details of an `UpstreamError`. */
export interface UpstreamErrorOptions extends ErrorOptions {
  /** False: certainly no byte of the request was sent. Only then is a write retried or passed to the next provider. */
  readonly sent?: boolean
  /** The field of an unusable answer, by the names of the contract: `exam.dob`. It is logged, so never a value. */
  readonly field?: string
  /** What is wrong, in one word: `missing`, `timeout`, `no_connection`. It is logged, so never a value. */
  readonly reason?: string
}

/**
 * Thrown by a provider. Anything else it throws means `unavailable`. Recognised by name, so a second copy of core is fine.
 */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError'
  readonly sent: boolean
  readonly field: string | null
  readonly reason: string | null
  constructor(
    readonly trouble: UpstreamTrouble,
    message: string,
    options: UpstreamErrorOptions = {},
  ) {
    super(message, options)
    this.sent = options.sent ?? true
    this.field = options.field ?? null
    this.reason = options.reason ?? null
  }
}

/** Whether a thrown value is an `UpstreamError`, of any copy of core. */
export function isUpstreamError(thrown: unknown): thrown is UpstreamError {
  return thrown instanceof Error && thrown.name === 'UpstreamError' && 'trouble' in thrown
}

/** The environments. A wallet, a key, a request id and a record belong to exactly one. */
export type Environment = 'sandbox' | 'production'
/** Both environments, in the order in which they are shown. */
export const ENVIRONMENTS: readonly Environment[] = ['sandbox', 'production']

/** A call, as handlers and providers see it. */
export interface Call {
  /** Made by the host, sent with every write, `application_no` and `ref_id` on the wire: it traces the call permanently. */
  readonly reference: string
  /** The caller's idempotency key, or one made by the host. */
  readonly requestId: string
  /** The account that pays. */
  readonly account: string
  readonly environment: Environment
  /** What is held for this call. */
  readonly price: Money
  /** When it was admitted. */
  readonly at: Date
}
